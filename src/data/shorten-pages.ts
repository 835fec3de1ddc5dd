import type { InfiniteData } from '@tanstack/react-query'
import type { Page } from './query-keys.ts'

type Rows = InfiniteData<Page<{ _id: string }>>

/** The first page of a paged list with at most `count` rows. The next page starts where it ends. */
export function firstRows(data: Rows, count = Number.POSITIVE_INFINITY): Rows {
  const { pages, pageParams } = data
  const [page] = pages
  if (!page) return data
  const rows = page.rows.slice(0, count)
  const next = rows.length < page.rows.length ? rows.at(-1)?._id : page.next
  return { pages: [{ rows, next }], pageParams: pageParams.slice(0, 1) }
}

/**
 * The first JSON that is short enough: of all rows, then of half as many, down to one.
 * @param make builds the value with at most this number of rows
 */
export function shortEnough(
  make: (count: number) => unknown,
  rows: number,
  most: number,
): string | undefined {
  const all = JSON.stringify(make(Number.POSITIVE_INFINITY))
  if (all.length <= most) return all
  for (let count = rows; count > 1; ) {
    count = Math.floor(count / 2)
    const text = JSON.stringify(make(count))
    if (text.length <= most) return text
  }
  return undefined
}
