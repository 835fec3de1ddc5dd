import { count } from '../../../ui/count.ts'
import { type Container, entriesOf, isContainer, pathText, sizeOf } from './json-path.ts'
import type { Row, RowAction } from './rows.ts'

/** One level of nesting, in spaces of JSON text and in units on screen. */
export const INDENT = 4
const MAX_SPOKEN = 200
const PREVIEW_ENTRIES = 4
const MAX_PREVIEW_VALUE = 24

/** The key or index at the start of a row; the root shows the name of the tree. */
export function labelText({ path, group }: Row, rootName: string): string {
  if (group) return `[${group.from} … ${group.to}]`
  const key = path.at(-1) ?? rootName
  return key === '' ? '""' : String(key)
}

/** The full path of a row, for messages and button names. */
export function rowName(row: Row, rootName: string): string {
  const name = pathText(row.path, rootName)
  return row.group ? `${name} ${labelText(row, rootName)}` : name
}

/** The text of a button for an action on this row. */
export function actionText(action: RowAction, { value }: Row): string {
  const add = Array.isArray(value) ? 'Add item' : 'Add key'
  return { edit: 'Edit', add, copy: 'Copy', remove: 'Remove' }[action]
}

/** The accessible name of a row. */
export function spokenText(row: Row, rootName: string): string {
  const label = labelText(row, rootName)
  if (row.group) return `${label}: ${countText(row)}`
  if (isContainer(row.value))
    return `${label}: ${Array.isArray(row.value) ? 'array' : 'object'}, ${countText(row)}`
  return `${label}: ${cut(valueText(row.value), MAX_SPOKEN)}`
}

/** A primitive value or a Date as the tree shows it. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  return Object.is(value, -0) ? '-0' : String(value)
}

/** The text that an edit starts with. */
export function editText(value: unknown): string {
  if (isContainer(value)) return jsonText(value)
  return typeof value === 'string' ? value : valueText(value)
}

export function countText({ value, group }: Row): string {
  if (group) return count(group.to - group.from + 1, 'item')
  return count(sizeOf(value as Container), Array.isArray(value) ? 'item' : 'key')
}

/** The first entries of a collapsed row; empty if they would only be brackets. */
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
  if (!isContainer(value)) return cut(valueText(value), MAX_PREVIEW_VALUE)
  return Array.isArray(value) ? '[…]' : '{…}'
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/**
 * Like `JSON.stringify(value, null, indent)`, but -0 keeps its sign, and undefined and NaN on their own
 * are written by name, as {@link detectType} reads them.
 */
export function jsonText(value: unknown, indent: number = INDENT): string {
  if (Number.isNaN(value)) return 'NaN'
  return JSON.stringify(value, keepMinusZero, indent) ?? 'undefined'
}

type Raw = { rawJSON?: (text: string) => object }

function keepMinusZero(_key: string, value: unknown): unknown {
  return Object.is(value, -0) ? ((JSON as Raw).rawJSON?.('-0') ?? value) : value
}

/** The names of values inside a container that JSON cannot represent: undefined, NaN, Infinity. */
export function notInJson(value: unknown): string[] {
  const found = new Set<string>()
  const visit = (each: unknown) => {
    if (isContainer(each)) for (const [, entry] of entriesOf(each)) visit(entry)
    else if (each === undefined) found.add('undefined')
    else if (typeof each === 'number' && !Number.isFinite(each)) found.add(String(each))
  }
  if (isContainer(value)) visit(value)
  return [...found]
}
