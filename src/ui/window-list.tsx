import { useRouter } from '@tanstack/react-router'
import {
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import type { followPlace, Pages } from './kept-place.ts'
import { RowHeights, type Rows, useRowsInView } from './rows-in-view.ts'
import styles from './window-list.module.css'

type Props<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
  label: string
  /** Loads more items. */
  pages?: Pages
  /** Identifies the list. Its row heights and its place are kept under this name. */
  place: string
  /** The key of a row to scroll to. Pages are loaded until it is there. */
  shown?: string
}

/** Number of lists whose row heights are kept. Every search text adds a list. */
const MAX_LISTS = 30
const heightsAt = new Map<string, RowHeights>()

/**
 * A list of any length that scrolls with the window. Only rows near the visible area are in the DOM. They
 * stay in normal flow, so menus inside them work as usual.
 */
export function WindowList<Item>(props: Props<Item>) {
  const { items, keyOf, children, label, pages, place, shown } = props
  const list = useRef<HTMLOListElement>(null)
  const heights = heightsOf(place)
  const keys = useMemo(() => items.map(keyOf), [items, keyOf])
  const { rows, measured } = useRowsInView(list, keys, heights)
  const tops = heights.tops(keys)
  const topOf = (index: number) => tops[index] ?? 0
  useKeptPlace(list, { place, heights, shown }, { keys, pages })
  /** The key of the row that has the focus, also in a dialog that it has opened. */
  const focused = useRef<string>(undefined)
  let end = 0
  return (
    <ol ref={list} className={styles.list} aria-label={label}>
      {indexesOf(rows, items.length, keys.indexOf(focused.current ?? '')).map((index) => {
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
              onFocus={() => {
                focused.current = keys[index]
              }}
              onBlur={() => {
                focused.current = undefined
              }}
              aria-posinset={index + 1}
              aria-setsize={pages?.hasNextPage ? -1 : items.length}
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

type PlaceOptions = Omit<Parameters<typeof followPlace>[0], 'router' | 'list'>
type Follower = ReturnType<typeof followPlace>

/** See {@link followPlace}. */
export function useKeptPlace(
  list: RefObject<HTMLElement | null>,
  { place, heights, shown }: PlaceOptions,
  rows: Parameters<Follower['update']>[0],
): void {
  const router = useRouter()
  const follower = useRef<Follower>(undefined)
  const latest = useRef(rows)
  // A layout effect: the place is read before the list is removed.
  useLayoutEffect(() => {
    let isOver = false
    const follow = (kept: typeof import('./kept-place.ts')) => {
      if (isOver || !list.current) return
      follower.current = kept.followPlace({ router, list: list.current, place, heights, shown })
      follower.current.update(latest.current)
    }
    import('./kept-place.ts').then(follow, () => undefined)
    return () => {
      isOver = true
      follower.current?.end()
      follower.current = undefined
    }
  }, [router, list, place, heights, shown])
  useEffect(() => {
    latest.current = rows
    follower.current?.update(rows)
  })
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

/** Returns the indexes of the rows near the visible area, and that of the row that has the focus, or -1. */
function indexesOf({ first, end }: Rows, count: number, focused: number): number[] {
  const near = range(first, Math.min(end, count))
  if (focused < 0 || near.includes(focused)) return near
  return [...near, focused].sort((a, b) => a - b)
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, offset) => first + offset)
}
