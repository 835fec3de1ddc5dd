import {
  type RefCallback,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from './after-paint.ts'
import { type RowHeights, type Rows, rowsBetween } from './row-heights.ts'

/** A list as short as this is all there, for the browser's own search too. */
const SHORT = 12
/** How far beyond what is seen rows are kept, in px: for Tab, and for a flick of the finger. */
const MARGIN = 900

/**
 * Which rows of a list that scrolls with the window stand near what is seen. The first frame has those that
 * fill the window, as far as one can tell without asking where they are; the others come after.
 * @param tops where each row begins, and the list ends (see `RowHeights.tops`)
 * @returns those rows, and the `ref` of a row that has it measured; its key is in `data-key`
 */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  tops: readonly number[],
  heights: RowHeights,
): { rows: Rows; measured: RefCallback<HTMLElement> } {
  const [rows, setRows] = useState(() => rowsBetween(tops, 0, window.innerHeight))
  const [, measuredAnew] = useReducer((count: number) => count + 1, 0)
  const look = useRef<() => void>(undefined)
  const painted = useRef(false)

  // After every render: rows may have come, gone, or been measured.
  useLayoutEffect(() => {
    look.current = () => {
      if (!list.current) return
      const above = -list.current.getBoundingClientRect().top
      const count = tops.length - 1
      const next =
        count <= SHORT
          ? { first: 0, end: count }
          : rowsBetween(tops, above - MARGIN, above + window.innerHeight + MARGIN)
      setRows((old) => (old.first === next.first && old.end === next.end ? old : next))
    }
    if (painted.current || window.scrollY > 0) look.current()
  })

  useEffect(
    () =>
      afterPaint(() => {
        painted.current = true
        look.current?.()
      }),
    [],
  )

  useEffect(() => {
    const lookNow = () => look.current?.()
    const stop = new AbortController()
    window.addEventListener('scroll', lookNow, { passive: true, signal: stop.signal })
    window.addEventListener('resize', lookNow, { signal: stop.signal })
    return () => stop.abort()
  }, [])

  const measured = useMemo(() => {
    const observer = new ResizeObserver((entries) => {
      const moved = measure(entries, heights)
      if (moved === undefined) return
      flushSync(measuredAnew)
      if (moved !== 0) window.scrollBy(0, moved)
    })
    return (row: HTMLElement | null) => {
      if (!row) return undefined
      observer.observe(row)
      return () => observer.unobserve(row)
    }
  }, [heights])

  return { rows, measured }
}

/**
 * Take down the heights of rows.
 * @returns by how many px what is seen was moved by rows above it; `undefined` if nothing changed
 */
function measure(entries: ResizeObserverEntry[], heights: RowHeights): number | undefined {
  let moved: number | undefined
  for (const { target, borderBoxSize } of entries) {
    const key = (target as HTMLElement).dataset.key ?? ''
    const height = borderBoxSize[0]?.blockSize ?? 0
    const grown = height - heights.of(key)
    if (grown === 0) continue
    heights.set(key, height)
    moved ??= 0
    // Before it grew, all of it stood above what is seen.
    const before = target.getBoundingClientRect().bottom - moved - grown
    if (before <= 0) moved += grown
  }
  return moved
}
