/** What a row is taken for until it is measured, in px: a post with a few lines of text. */
const ESTIMATE = 280

/** The rows from `first` up to and without `end`. */
export type Rows = { first: number; end: number }

/** The heights of a long list's rows by their keys, in px; those that nobody saw yet are estimated. */
export class RowHeights {
  readonly #measured = new Map<string, number>()

  of(key: string): number {
    return this.#measured.get(key) ?? ESTIMATE
  }

  set(key: string, height: number): void {
    this.#measured.set(key, height)
  }

  /** Where each row begins, from the top of the list, and at last where the list ends. */
  tops(keys: readonly string[]): number[] {
    const tops = [0]
    let top = 0
    for (const key of keys) {
      top += this.of(key)
      tops.push(top)
    }
    return tops
  }
}

/** Which rows stand between two heights. @param tops as {@link RowHeights.tops} gives them */
export function rowsBetween(tops: readonly number[], from: number, to: number): Rows {
  const count = tops.length - 1
  const first = Math.min(Math.max(lastAtOrBefore(tops, from), 0), Math.max(count - 1, 0))
  const end = Math.min(Math.max(lastAtOrBefore(tops, to) + 1, first), count)
  return { first, end }
}

/** The last index whose value is not above `wanted`; -1 when all are. */
function lastAtOrBefore(sorted: readonly number[], wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}
