import { type DiffLine, diffLines } from './diff-lines.ts'
import type { HistoryEntry } from './history-store.ts'

/** A line of a comparison, or how many lines that are the same on both sides are left out. */
export type ComparedLine = DiffLine | { kind: 'folded'; count: number }

/** Same lines that are left around each change. */
const AROUND = 3

/** What differs from the older to the newer entry: request, status and data, as indented JSON. */
export function compareEntries(one: HistoryEntry, other: HistoryEntry): ComparedLine[] {
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one]
  return foldSame(diffLines(toText(older), toText(newer)))
}

function toText({ request, response, failure, answer, isCut }: HistoryEntry): string {
  const { data } = (response ?? {}) as { data?: unknown }
  const shown = isCut ? 'too large to be kept' : (data ?? response)
  const body = parsed(request.body)
  return JSON.stringify(
    { request: { ...request, body }, status: answer?.status, failure, response: shown },
    null,
    2,
  )
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Leave out long runs of same lines. */
export function foldSame(lines: DiffLine[]): ComparedLine[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same'),
  )
  const folded: ComparedLine[] = []
  for (const [at, line] of lines.entries()) {
    const last = folded.at(-1)
    if (isNear[at]) folded.push(line)
    else if (last?.kind === 'folded') last.count++
    else folded.push({ kind: 'folded', count: 1 })
  }
  return folded
}
