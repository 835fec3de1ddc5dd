import type { Page } from './write-buffer.ts'

/** Rows that are read at first, twice as many each time, and at most. */
const FIRST_BATCH = 50
const BATCH = 500
/** Characters of a batch, about. */
const BATCH_LENGTH = 1_000_000

/**
 * The rows of a list that are older than `before`, newest first: few at first, for callers that need no more, then more,
 * as long as they are short.
 * @param page.first the length of the first batch
 */
export async function* inBatches<Row extends { _id: string }>(
  list: (page: Page) => Promise<Row[]>,
  { before, first = FIRST_BATCH }: { before?: string; first?: number } = {},
): AsyncGenerator<Row[]> {
  let from = before
  for (let size = first; ; ) {
    const rows = await list({ before: from, limit: size })
    yield rows
    if (rows.length < size) return
    from = rows.at(-1)?._id
    const fitting = Math.floor((BATCH_LENGTH / lengthOf(rows)) * rows.length)
    size = Math.max(1, Math.min(2 * size, BATCH, fitting))
  }
}

/** The characters of all texts in a value. */
export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + lengthOf(part), 0)
}
