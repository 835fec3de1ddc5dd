import { diffArrays } from 'diff'
import type { HistoryEntry } from './history.ts'

export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }

/** A line of a comparison, or the number of unchanged lines left out at this position. */
export type ComparedLine = DiffLine | { kind: 'folded'; count: number }

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
  return foldUnchanged(diffLines(toText(older, isCut), toText(newer, isCut)))
}

function toText({ request, response, failure, answer }: HistoryEntry, isCut?: boolean): string {
  const { data } = (response ?? {}) as { data?: unknown }
  const shown = isCut ? undefined : (data ?? response)
  const body = parseBody(request.body)
  return JSON.stringify(
    { request: { ...request, body }, status: answer?.status, failure, response: shown },
    null,
    2,
  )
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Compares two texts by line. Texts with too many differences become one removed and one added block. */
export function diffLines(oldText: string, newText: string): DiffLine[] {
  const [before, after] = [oldText.split('\n'), newText.split('\n')]
  const changes = diffArrays(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text) => ({ kind: removed ? 'removed' : added ? 'added' : 'same', text }) as const),
  )
}

/** Replaces long runs of unchanged lines with their count. */
export function foldUnchanged(lines: DiffLine[]): ComparedLine[] {
  const isNear = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== 'same'),
  )
  const folded: ComparedLine[] = []
  for (const [index, line] of lines.entries()) {
    const last = folded.at(-1)
    if (isNear[index]) folded.push(line)
    else if (last?.kind === 'folded') last.count++
    else folded.push({ kind: 'folded', count: 1 })
  }
  return folded
}
