import * as v from 'valibot'
import { worthOf } from './answers.ts'
import type { Assignment } from './assignment.ts'

const Report = v.object({
  assignment: v.string(),
  student: v.optional(v.string(), ''),
  findings: v.array(v.object({ defect: v.string(), text: v.string() })),
})

/** Why a finding does not count. */
type Uncounted = 'no description' | 'named again' | 'one too many'

export type Finding = {
  defect: string
  text: string
  result: 'planted' | 'not planted' | Uncounted
  points: number
}

export type Marks = { student: string; points: number; findings: Finding[] }

/**
 * Marks the report of a student, as the app saves it. A finding without a description is none. Each defect counts once, and
 * only as many findings as the assignment has defects. A wrong one costs a point, so that guessing does not pay.
 * @throws Error if it is malformed, or of another assignment
 */
export function markReport({ code, defects }: Assignment, text: string): Marks {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), text)
  if (!parsed.success) throw new Error('This is no report of Gearheads.')
  const { assignment, student, findings: given } = parsed.output
  if (assignment !== code) throw new Error(`This report is of assignment ${assignment}.`)
  const counted = new Set<string>()
  const findings = given.map(({ defect, text }): Finding => {
    const none = (result: Uncounted) => ({ defect, text, result, points: 0 })
    if (text.trim() === '') return none('no description')
    if (counted.has(defect)) return none('named again')
    if (counted.size === defects.length) return none('one too many')
    counted.add(defect)
    const id = defects.find((one) => one === defect)
    return id
      ? { defect, text, result: 'planted', points: worthOf(id).points }
      : { defect, text, result: 'not planted', points: -1 }
  })
  const points = findings.reduce((sum, finding) => sum + finding.points, 0)
  return { student: student.trim(), points: Math.max(0, points), findings }
}
