import * as v from 'valibot'
import type { Defect } from '../../src/contract/defects.ts'
import { worthOf } from './answers.ts'
import type { Assignment } from './assignment.ts'

const Report = v.object({
  assignment: v.string(),
  student: v.optional(v.string(), ''),
  findings: v.array(v.object({ defect: v.string(), text: v.string() })),
})

export type Marks = {
  student: string
  points: number
  findings: { defect: string; text: string; isRight: boolean }[]
}

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
  const described = given.filter(({ text }) => text.trim() !== '')
  const found = new Map(described.map(({ defect, text }) => [defect, text]))
  const findings = [...found].slice(0, defects.length).map(([defect, text]) => ({
    ...{ defect, text },
    isRight: defects.includes(defect as Defect),
  }))
  const points = findings.reduce(
    (sum, { defect, isRight }) => sum + (isRight ? worthOf(defect as Defect).points : -1),
    0,
  )
  return { student, points: Math.max(0, points), findings }
}
