import { entriesOf, isContainer } from './json-value.ts'

/** Spec §9: what one level is indented by, in text by spaces. */
export const INDENT = 4

/**
 * The JSON of a value, to the character: `&lt;` stays `&lt;` and -0 stays -0. JSON has no undefined and
 * no NaN: in an object an undefined entry is left out, elsewhere both are null, as `JSON.stringify` has it.
 * On their own they are their names, which the editor reads back. A Date is its ISO text.
 */
export function jsonText(value: unknown, indent: number = INDENT): string {
  if (Number.isNaN(value)) return 'NaN'
  return write(value, ' '.repeat(indent), '') ?? 'undefined'
}

function write(value: unknown, step: string, before: string): string | undefined {
  if (value === undefined) return undefined
  if (Object.is(value, -0)) return '-0'
  if (!isContainer(value)) return JSON.stringify(value)
  const inner = before + step
  const list = Array.isArray(value)
  const lines = entriesOf(value).flatMap(([key, entry]) => {
    const text = write(entry, step, inner)
    if (list) return [text ?? 'null']
    return text === undefined ? [] : [`${JSON.stringify(String(key))}:${step && ' '}${text}`]
  })
  const [open, close] = list ? '[]' : '{}'
  if (lines.length === 0) return `${open}${close}`
  if (!step) return `${open}${lines.join(',')}${close}`
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${before}${close}`
}

/** What somewhere inside `value` JSON has no word for: it is lost when the value becomes text. */
export function notInJson(value: unknown): string[] {
  const found = new Set<string>()
  const look = (each: unknown) => {
    if (isContainer(each)) for (const [, entry] of entriesOf(each)) look(entry)
    else if (each === undefined) found.add('undefined')
    else if (typeof each === 'number' && !Number.isFinite(each)) found.add(String(each))
  }
  if (isContainer(value)) look(value)
  return [...found]
}
