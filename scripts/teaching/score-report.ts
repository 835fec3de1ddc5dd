import type { Defect } from '../../src/contract/defects.ts'
import { hints } from '../../src/defects/hints.ts'
import { worthOf } from './answers.ts'

/** `untested`: the tests of the defect fail without it, or there are none. */
export type Score = { defect: Defect; result: 'caught' | 'missed' | 'untested'; seconds: number }

const CONTROLS = /[^\P{Cc}\t\n\r]/gu

const LABELS = { caught: '✓ caught', missed: '✗ missed', untested: '? no test' }

/** A line of the table in the terminal. */
export function toLine({ defect, result }: Score): string {
  return `${LABELS[result]}  ${defect.padEnd(16)}  ${hints[defect]}`
}

function totals(scores: readonly Score[]) {
  const pointsOf = (some: readonly Score[]) =>
    some.reduce((sum, { defect }) => sum + worthOf(defect).points, 0)
  const caught = scores.filter(({ result }) => result === 'caught')
  const all = { of: scores.length, maxPoints: pointsOf(scores) }
  return { caught: caught.length, points: pointsOf(caught), ...all }
}

export function toSummary(scores: readonly Score[]): string {
  const { caught, of, points, maxPoints } = totals(scores)
  return `Your suite caught ${caught} of ${of} planted defects: ${points} of ${maxPoints} points.`
}

/** @param student the name in the report */
export function toJson(scores: readonly Score[], student?: string): string {
  const defects = scores.map((score) => ({ ...score, ...worthOf(score.defect) }))
  return `${JSON.stringify({ student, ...totals(scores), defects }, null, 2)}\n`
}

/**
 * JUnit's XML, as CI servers read it: a missed defect is a failure, one without tests an error.
 * @param student the name in the report
 */
export function toJunit(scores: readonly Score[], student?: string): string {
  const count = (result: Score['result']) => scores.filter((one) => one.result === result).length
  const seconds = scores.reduce((sum, one) => sum + one.seconds, 0)
  const cases = scores.map(({ defect, result, seconds }) => {
    const text = escapeXml(hints[defect])
    const inner =
      result === 'missed'
        ? `<failure message="missed: ${text}"/>`
        : result === 'untested'
          ? '<error message="its tests fail without the defect, or there are none"/>'
          : ''
    return `    <testcase classname="planted defects" name="${defect}" time="${seconds}">${inner}</testcase>`
  })
  const counts = `tests="${scores.length}" failures="${count('missed')}" errors="${count('untested')}" time="${seconds.toFixed(1)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="planted defects" ${counts}>`,
    ...(student ? [studentProperty(student)] : []),
    ...cases,
    '  </testsuite>\n</testsuites>\n',
  ].join('\n')
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
