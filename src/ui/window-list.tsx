import { Fragment, type ReactNode, useRef } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { RowHeights, type Rows } from './row-heights.ts'
import { useRowsInView } from './use-rows-in-view.ts'
import styles from './window-list.module.css'

type Props<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
  label: string
  /** Whether more items can be had than these. */
  more?: boolean
  /** Names the list: who comes back to it finds it as high as it was, and so the same place in it. */
  place: string
}

/** How many lists are remembered; every text that is searched for makes one. */
const MOST_LISTS = 30
const heightsAt = new Map<string, RowHeights>()

/**
 * A list as long as you like, scrolled with the window: only the rows near what is seen are in the
 * page. They stand in the normal flow, so that menus and dialogs in them work as anywhere.
 */
export function WindowList<Item>({ items, keyOf, children, label, more, place }: Props<Item>) {
  const list = useRef<HTMLOListElement>(null)
  const heights = heightsOf(place)
  const keys = items.map(keyOf)
  const tops = heights.tops(keys)
  const { rows, measured } = useRowsInView(list, tops, heights)
  const topOf = (index: number) => tops[index] ?? 0
  let end = 0
  return (
    <ol ref={list} className={styles.list} aria-label={label}>
      {indexesOf(rows, items.length, list.current).map((index) => {
        const item = items[index]
        if (!item) return null
        const gap = topOf(index) - topOf(end)
        end = index + 1
        return (
          <Fragment key={keys[index]}>
            <Gap height={gap} />
            <li
              ref={measured}
              className={styles.row}
              data-key={keys[index]}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={more ? -1 : items.length}
            >
              <ErrorBoundary fallback={<p className={styles.broken}>This one cannot be shown.</p>}>
                {children(item)}
              </ErrorBoundary>
            </li>
          </Fragment>
        )
      })}
      <Gap height={topOf(items.length) - topOf(end)} />
    </ol>
  )
}

/** Room for the rows that are not there. */
function Gap({ height }: { height: number }) {
  return height > 0 && <li aria-hidden="true" style={{ height }} />
}

function heightsOf(place: string): RowHeights {
  const heights = heightsAt.get(place) ?? new RowHeights()
  // The last one used is the last to be forgotten.
  heightsAt.delete(place)
  heightsAt.set(place, heights)
  const [oldest] = heightsAt.keys()
  if (heightsAt.size > MOST_LISTS && oldest !== undefined) heightsAt.delete(oldest)
  return heights
}

/** The rows near what is seen, and the one that has the focus, wherever it is. */
function indexesOf({ first, end }: Rows, count: number, list: HTMLElement | null): number[] {
  const near = range(first, Math.min(end, count))
  const row = document.activeElement?.closest<HTMLElement>('[data-index]')
  const focused = row && list?.contains(row) ? Number(row.dataset.index) : -1
  if (focused < 0 || focused >= count || near.includes(focused)) return near
  return [...near, focused].sort((a, b) => a - b)
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, offset) => first + offset)
}
