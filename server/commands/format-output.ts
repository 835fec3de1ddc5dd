import type { CommandOutput } from './command.ts'

/** The text of a result for people: its own, or a table of a list of records. */
export function formatOutput({ result, text }: CommandOutput): string {
  if (text !== undefined) return text
  return Array.isArray(result) ? formatTable(result) : JSON.stringify(result, undefined, 2)
}

/** Records as lines with aligned columns. A value is one line, without control characters. */
function formatTable(records: readonly Record<string, unknown>[]): string {
  const [first] = records
  if (!first) return 'None.'
  const columns = Object.keys(first)
  const lines = [columns, ...records.map((one) => columns.map((column) => oneLine(one[column])))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at]))))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A value as one line, without control characters and marks of the direction of writing. */
export function oneLine(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  // A name must not move the cursor of the terminal, or reverse the rest of the line.
  return text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
}

/** Characters that could control a terminal or reverse a line, as JSON escapes them. Lines stay. */
export function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (char) =>
    char === '\n' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const segments = new Intl.Segmenter()

/** Columns that a text takes in a terminal: two for an emoji or an ideograph, about. */
function widthOf(text = ''): number {
  const isWide =
    /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u
  return [...segments.segment(text)].reduce(
    (width, { segment }) => width + (isWide.test(segment) ? 2 : 1),
    0,
  )
}

/** Characters of a text that are quoted. */
const QUOTED = 60

/** The beginning of a text, in one line. */
export function excerpt(text: string): string {
  const line = oneLine(text).replace(/\s+/g, ' ').trim()
  const rest = [...segments.segment(line)][QUOTED]
  return rest ? `${line.slice(0, rest.index)}…` : line
}
