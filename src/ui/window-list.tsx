import { Fragment, type ReactNode, useMemo, useRef } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { RowHeights, type Rows, useRowsInView } from './rows-in-view.ts'
import { useShownRow } from './shown-row.ts'
import styles from './window-list.module.css'

type Props<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
  label: string
  /** Whether more items can be loaded. */
  more?: boolean
  /** Identifies the list. Its row heights are kept under this name, so that its scroll position can be restored. */
  place: string
  /** The key of a row to scroll to, as soon as it is there. */
  shown?: string
}

/** Number of lists whose row heights are kept. Every search text adds a list. */
const MAX_LISTS = 30
const heightsAt = new Map<string, RowHeights>()

/**
 * A list of any length that scrolls with the window. Only rows near the visible area are in the DOM. They
 * stay in normal flow, so menus and dialogs inside them work as usual.
 */
export function WindowList<Item>(props: Props<Item>) {
  const { items, keyOf, children, label, more, place, shown } = props
  const list = useRef<HTMLOListElement>(null)
  const heights = heightsOf(place)
  const keys = useMemo(() => items.map(keyOf), [items, keyOf])
  const { rows, measured } = useRowsInView(list, keys, heights)
  const tops = heights.tops(keys)
  const topOf = (index: number) => tops[index] ?? 0
  useShownRow(list, keys, topOf, shown)
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
              <ErrorBoundary fallback={<p className={styles.broken}>This can't be shown.</p>}>
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

/** Takes the place of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 && <li className={styles.gap} aria-hidden="true" style={{ height }} />
}

function heightsOf(place: string): RowHeights {
  const heights = heightsAt.get(place) ?? new RowHeights()
  // Reinsert it: the map is ordered from least to most recently used.
  heightsAt.delete(place)
  heightsAt.set(place, heights)
  const [oldest] = heightsAt.keys()
  if (heightsAt.size > MAX_LISTS && oldest !== undefined) heightsAt.delete(oldest)
  return heights
}

/** Returns the indexes of the rows near the visible area, and of the row that has the focus. */
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
