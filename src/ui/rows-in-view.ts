import {
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

/** Height of a row before it is measured, in px: a post with a few lines of text. */
const ESTIMATE = 280
/** Lists up to this length are rendered in full, also for the browser's find-in-page. */
const SHORT = 12
/** Rows this far outside the window are rendered too, in px: for Tab and for fast scrolling. */
const MARGIN = 900

/** The rows from `first` up to, not including, `end`. */
export type Rows = { first: number; end: number }

/** The heights of the rows of a long list by key, in px. Rows that were never rendered are estimated. */
export class RowHeights {
  readonly #measured = new Map<string, number>()
  #last: { keys: readonly string[]; tops: number[] } | undefined

  get(key: string): number {
    return this.#measured.get(key) ?? ESTIMATE
  }

  set(key: string, height: number): void {
    this.#measured.set(key, height)
    this.#last = undefined
  }

  /**
   * Returns the top of each row relative to the list, followed by the height of the list. While neither `keys` nor a
   * height changes, it returns the same array: a scroll through 10,000 rows does not add them up in each frame.
   */
  tops(keys: readonly string[]): number[] {
    if (this.#last?.keys === keys) return this.#last.tops
    const tops = [0]
    let top = 0
    for (const key of keys) {
      top += this.get(key)
      tops.push(top)
    }
    this.#last = { keys, tops }
    return tops
  }
}

/** Returns the rows between two positions. @param tops see {@link RowHeights.tops} */
export function rowsBetween(tops: readonly number[], from: number, to: number): Rows {
  const count = tops.length - 1
  const first = Math.min(Math.max(lastAtOrBefore(tops, from), 0), Math.max(count - 1, 0))
  const end = Math.min(Math.max(lastAtOrBefore(tops, to) + 1, first), count)
  return { first, end }
}

/** Returns the last index whose value is at most `limit`; -1 if there is none. */
function lastAtOrBefore(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Tracks which rows of a list that scrolls with the window are near the visible area. The first frame has
 * as many as fill the window, which needs no layout; the others follow after it. A measured row changes nothing in the
 * page, because only rows that are not rendered take the space of their stored height. And a render never sets the
 * rows again by itself: at the end of the list the scroll position depends on them, so it might never settle.
 * @param keys of all rows
 * @returns the rows to render, and a `ref` that measures a row; the row has its key in `data-key`
 */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  heights: RowHeights,
): { rows: Rows; measured: RefCallback<HTMLElement> } {
  const [rows, setRows] = useState(() => rowsBetween(heights.tops(keys), 0, window.innerHeight))
  const latestKeys = useRef(keys)
  const isPrinting = useRef(false)
  const { length } = keys

  const update = useCallback(() => {
    if (!list.current || isPrinting.current) return
    const tops = heights.tops(latestKeys.current)
    const count = tops.length - 1
    const above = -list.current.getBoundingClientRect().top
    const next =
      count <= SHORT
        ? { first: 0, end: count }
        : rowsBetween(tops, above - MARGIN, above + window.innerHeight + MARGIN)
    setRows((old) => (old.first === next.first && old.end === next.end ? old : next))
  }, [list, heights])

  useLayoutEffect(() => {
    latestKeys.current = keys
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were added may be in view
  useEffect(() => afterPaint(update), [length, update])

  const isFirstRender = useRef(true)
  // A layout effect, because the router restores the scroll position right after it.
  useLayoutEffect(() => {
    isFirstRender.current = false
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('scroll', update, { passive: true, signal })
    window.addEventListener('resize', update, { signal })
    const print = ({ type }: Event) => {
      isPrinting.current = type === 'beforeprint'
      // Paper has no visible area. Everything that is loaded must be there when this event ends (R2.32).
      if (isPrinting.current) flushSync(() => setRows({ first: 0, end: latestKeys.current.length }))
      else update()
    }
    window.addEventListener('beforeprint', print, { signal })
    window.addEventListener('afterprint', print, { signal })
    return () => listening.abort()
  }, [update])

  const measured = useMemo(() => {
    let cancel = () => {}
    /** They never had an estimated height, so measuring them moves nothing. */
    const firstRows = new Set<Element>()
    const observer = new ResizeObserver((entries) => {
      const shift = measure(entries, heights, firstRows)
      if (shift === undefined) return
      if (shift !== 0) window.scrollBy(0, shift)
      cancel()
      cancel = afterPaint(update)
    })
    return (row: HTMLElement | null) => {
      if (!row) return undefined
      if (isFirstRender.current) firstRows.add(row)
      observer.observe(row)
      return () => observer.unobserve(row)
    }
  }, [heights, update])

  return { rows, measured }
}

/**
 * Stores the heights of rows.
 * @returns by how many px rows above the visible area have moved it; `undefined` if nothing changed
 */
function measure(
  entries: ResizeObserverEntry[],
  heights: RowHeights,
  firstRows: Set<Element>,
): number | undefined {
  let shift: number | undefined
  for (const { target, borderBoxSize } of entries) {
    const key = (target as HTMLElement).dataset.key ?? ''
    const height = borderBoxSize[0]?.blockSize ?? 0
    const growth = height - heights.get(key)
    const isFirst = firstRows.delete(target)
    if (growth === 0) continue
    heights.set(key, height)
    shift ??= 0
    if (isFirst) continue
    // The row was entirely above the visible area before it grew.
    const bottomBefore = target.getBoundingClientRect().bottom - shift - growth
    if (bottomBefore <= 0) shift += growth
  }
  return shift
}

/**
 * Runs `work` after the next frame is painted; in a background tab, once it is visible.
 * @returns a function that cancels it
 */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
