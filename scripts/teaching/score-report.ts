import { hints } from '../../src/defects/hints.ts'
import type { Score, Verdict } from '../judge/judge.ts'
import { worthOf } from './answers.ts'

const CONTROLS = /[^\P{Cc}\t\n\r]/gu

const LABELS = { caught: '✓ caught', missed: '✗ missed', unsure: '? unsure' }

function totals({ scores, clean, precision }: Verdict) {
  const pointsOf = (some: readonly Score[]) =>
    some.reduce((sum, { defect }) => sum + worthOf(defect).points, 0)
  const caught = scores.filter(({ result }) => result === 'caught')
  return {
    caught: caught.length,
    of: scores.length,
    // A suite that fails without a defect would catch everything.
    points: clean.failed > 0 ? 0 : pointsOf(caught),
    maxPoints: pointsOf(scores),
    clean,
    precision: precision && Math.round(precision * 100) / 100,
  }
}

/** The table in the terminal, and the summary. */
export function toTable(verdict: Verdict): string {
  const { caught, of, points, maxPoints, clean, precision } = totals(verdict)
  const lines = verdict.scores.map(
    ({ defect, result }) => `${LABELS[result]}  ${defect.padEnd(16)}  ${hints[defect]}`,
  )
  const trust =
    clean.failed > 0
      ? `It failed in ${clean.failed} of ${clean.of} runs without a defect (precision ${precision}), so its catches cannot be trusted.`
      : `It passed all ${clean.of} runs without a defect.`
  const result = `Your suite caught ${caught} of ${of} planted defects: ${points} of ${maxPoints} points.`
  return [...lines, '', result, trust].join('\n')
}

/** @param student the name in the report */
export function toJson(verdict: Verdict, student?: string): string {
  const defects = verdict.scores.map((score) => ({ ...score, ...worthOf(score.defect) }))
  return `${JSON.stringify({ student, ...totals(verdict), defects }, null, 2)}\n`
}

const FAILURES = { missed: 'missed', unsure: 'failed in one of two runs' }

/**
 * JUnit's XML, as CI servers read it: a defect that is not caught is a failure, and so are clean runs that fail.
 * @param student the name in the report
 */
export function toJunit({ scores, clean }: Verdict, student?: string): string {
  const cases = scores.map(({ defect, result, seconds }) => {
    const problem =
      result === 'caught' ? undefined : `${FAILURES[result]}: ${escapeXml(hints[defect])}`
    return toCase(defect, seconds, problem)
  })
  const falseAlarms = clean.failed > 0 ? `${clean.failed} of ${clean.of} failed` : undefined
  cases.push(toCase('runs without a defect', 0, falseAlarms))
  const failures = cases.filter((text) => text.includes('<failure ')).length
  const seconds = scores.reduce((sum, one) => sum + one.seconds, 0)
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" time="${seconds.toFixed(1)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="planted defects" ${counts}>`,
    ...(student ? [studentProperty(student)] : []),
    ...cases,
    '  </testsuite>\n</testsuites>\n',
  ].join('\n')
}

function toCase(name: string, seconds: number, problem?: string): string {
  const inner = problem ? `<failure message="${problem}"/>` : ''
  return `    <testcase classname="planted defects" name="${name}" time="${seconds}">${inner}</testcase>`
}

function studentProperty(student: string): string {
  return `    <properties><property name="student" value="${escapeXml(student)}"/></properties>`
}

/** XML has no control characters but tab and line breaks, and no halves of a character. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(CONTROLS, '')
    .replace(/[<>&"\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`)
}
