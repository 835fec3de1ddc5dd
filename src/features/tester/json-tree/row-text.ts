import { type Container, entriesOf, isContainer, pathText, sizeOf } from './json-value.ts'
import type { Row } from './rows.ts'

/** The key or index that a row begins with; the root has the name that the tree has. */
export function labelText({ path, group }: Row, rootName: string): string {
  if (group) return `[${group.from} … ${group.to}]`
  const key = path.at(-1) ?? rootName
  return key === '' ? '""' : String(key)
}

/** A row's place in the whole, for messages and names of buttons. */
export function rowName(row: Row, rootName: string): string {
  const name = pathText(row.path, rootName)
  return row.group ? `${name} ${labelText(row, rootName)}` : name
}

/** A single value as it stands in the tree. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`
  if (value instanceof Date) return dateText(value)
  return Object.is(value, -0) ? '-0' : String(value)
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString()
}

/** A value as it begins its edit. */
export function editText(value: unknown): string {
  return typeof value === 'string' ? value : valueText(value)
}

export function countText({ value, group }: Row): string {
  if (group) return plural(group.to - group.from + 1, 'item')
  const size = sizeOf(value as Container)
  return plural(size, Array.isArray(value) ? 'item' : 'key')
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

const SPOKEN_LENGTH = 200

/** A row as it is read out. */
export function spokenText(row: Row, rootName: string): string {
  const label = labelText(row, rootName)
  if (row.group) return `${label}: ${countText(row)}`
  if (isContainer(row.value))
    return `${label}: ${Array.isArray(row.value) ? 'array' : 'object'}, ${countText(row)}`
  return `${label}: ${cut(valueText(row.value), SPOKEN_LENGTH)}`
}

const PREVIEW_ENTRIES = 4
const PREVIEW_LENGTH = 24

/** The beginning of what a closed row holds; nothing when that would be but brackets. */
export function previewText(value: Container): string {
  const entries = entriesOf(value).slice(0, PREVIEW_ENTRIES)
  if (Array.isArray(value) && entries.every(([, entry]) => isContainer(entry))) return ''
  const texts = entries.map(([key, entry]) =>
    Array.isArray(value) ? brief(entry) : `${key}: ${brief(entry)}`,
  )
  if (sizeOf(value) > entries.length) texts.push('…')
  return texts.join(', ')
}

function brief(value: unknown): string {
  if (!isContainer(value)) return cut(valueText(value), PREVIEW_LENGTH)
  return Array.isArray(value) ? '[…]' : '{…}'
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
