import * as v from 'valibot'
import { type Assignment, defectsOf } from '../../src/contract/assignments.ts'
import { countDefects } from '../../src/contract/count-defects.ts'
import type { Defect } from '../../src/contract/defects.ts'
import { worthOf } from './answers.ts'

const Report = v.object({
  assignment: v.string(),
  findings: v.array(v.object({ defect: v.string(), text: v.string() })),
})

type Marks = {
  points: number
  findings: { defect: string; text: string; isRight: boolean }[]
}

/**
 * Marks the report of a student, as the app saves it. Each defect counts once, and only as many findings as the assignment
 * has defects: to name all of them is no answer.
 * @throws Error if it is malformed, or of another assignment
 */
export function markReport(assignment: Assignment, text: string): Marks {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), text)
  if (!parsed.success) throw new Error('This is no report of Gearheads.')
  const { output } = parsed
  if (output.assignment !== assignment)
    throw new Error(`This report is of assignment ${output.assignment}.`)
  const planted = defectsOf([assignment])
  const found = new Map(output.findings.map(({ defect, text }) => [defect, text]))
  const findings = [...found].slice(0, countDefects([assignment])).map(([defect, text]) => ({
    defect,
    text,
    isRight: planted.has(defect as Defect),
  }))
  const right = findings.filter(({ isRight }) => isRight)
  const points = right.reduce((sum, { defect }) => sum + worthOf(defect as Defect).points, 0)
  return { points, findings }
}
