import { structuredPatch } from 'diff'
import { bodyOf } from '../request/tester-request.ts'
import type { HistoryEntry } from './history.ts'

/** A line of a comparison, or the number of unchanged lines left out at this position. */
export type ComparedLine =
  | { kind: 'same' | 'removed' | 'added'; text: string }
  | { kind: 'folded'; count: number }

/** The number of unchanged lines shown around each change. */
const CONTEXT_LINES = 3
/** Bounds the time that a diff takes, which grows with the square of the number of edits. */
const MAX_EDITS = 2000

/**
 * Compares request, status and data of the older entry with the newer one, as indented JSON; without
 * the data if those of one are missing.
 */
export function compareEntries(one: HistoryEntry, other: HistoryEntry): ComparedLine[] {
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one]
  const isCut = older.isCut || newer.isCut
  return compareTexts(toText(older, isCut), toText(newer, isCut))
}

function toText({ request, response, failure, answer }: HistoryEntry, isCut?: boolean): string {
  const { data } = (response ?? {}) as { data?: unknown }
  const shown = isCut ? undefined : (data ?? response)
  const body = bodyOf(request)
  return JSON.stringify(
    { request: { ...request, body }, status: answer?.status, failure, response: shown },
    null,
    2,
  )
}

/** Compares two texts by line. Texts with too many differences become one removed and one added block. */
export function compareTexts(before: string, after: string): ComparedLine[] {
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDITS }
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', options)
  if (!patch) return [...toLines('-', before), ...toLines('+', after)]
  const lines: ComparedLine[] = []
  let next = 1
  const fold = (end: number) => {
    if (end > next) lines.push({ kind: 'folded', count: end - next })
  }
  for (const { oldStart, oldLines, lines: changed } of patch.hunks) {
    fold(oldStart)
    for (const line of changed)
      lines.push({ kind: KINDS[line.charAt(0)] ?? 'same', text: line.slice(1) })
    next = oldStart + oldLines
  }
  fold(before.split('\n').length + 1)
  return lines
}

const KINDS: Record<string, 'removed' | 'added'> = { '-': 'removed', '+': 'added' }

function toLines(sign: '-' | '+', text: string): ComparedLine[] {
  return text.split('\n').map((line) => ({ kind: KINDS[sign] ?? 'same', text: line }))
}
