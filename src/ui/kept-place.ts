import type { AnyRouter } from '@tanstack/react-router'
import { scoped } from '../pwa/scoped.ts'
import { sessionStore } from '../pwa/web-storage.ts'
import { type RowHeights, rowsBetween } from './rows-in-view.ts'

/** A list whose next page can be loaded, such as the result of an infinite query. */
export type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: (options: { cancelRefetch: false }) => unknown
}

type Place = {
  /** The rows at the top of the window with their distance from it, in px. The first one may be deleted meanwhile. */
  rows: [key: string, top?: number][]
  /** Pages are loaded until the list has so many rows. */
  most: number
}

type Options = {
  router: AnyRouter
  list: HTMLElement
  /** Identifies the list on its screen. */
  place: string
  heights: Pick<RowHeights, 'tops'>
  /** The key of a row to show in the middle, and focus, if no place was kept. */
  shown?: string
}

/** The keys of all rows, and where more come from. */
type Rows = { keys: readonly string[]; pages?: Pages }

const STORED = scoped('gearheads-places')
/** Entries of the history, and the rows of each, that are kept. */
const MAX_PLACES = 50
const MAX_ROWS = 5
/** Rows that others may have added above, at most. */
const SOME_NEW = 100
/** To show a row by its key, at most so many are loaded. */
const MAX_LOADED = 1000
/** Frames until the rows near a new scroll position are rendered and measured, at most. */
const MAX_FRAMES = 60
/** Frames in which a row stays where it is: then nothing above it is measured any more. */
const STABLE_FRAMES = 5

/** By entry of the history and list. */
const places = read()

function read(): Map<string, Place> {
  try {
    return new Map(JSON.parse(sessionStore.get(STORED) ?? '[]'))
  } catch {
    return new Map()
  }
}

function keep(id: string, place: Place | undefined): void {
  places.delete(id)
  if (place) places.set(id, place)
  const [oldest = ''] = places.keys()
  if (places.size > MAX_PLACES) places.delete(oldest)
}

/**
 * Keeps the place of a list that scrolls with the window for Back, a reload and a discarded tab (R2.31): the first visible row
 * and its distance from the top of the window, not a number of pixels. Pages are loaded until that row is there. Who scrolls
 * or types meanwhile is not interrupted. A file of its own, because it has time until the list is painted.
 * @returns a function for the rows of each render, and one that ends this
 */
export function followPlace({ router, list, place, heights, shown }: Options) {
  const idOf = ({ state }: { state: object }) =>
    `${'__TSR_key' in state ? state.__TSR_key : ''} ${place}`
  /** Where to scroll to, until it is reached. */
  let target = places.get(idOf(router.state.location))
  if (!target && shown) target = { rows: [[shown]], most: MAX_LOADED }
  let hasFocused = false
  let { keys, pages }: Rows = { keys: [] }
  let frame = 0
  const stop = new AbortController()
  const { signal } = stop

  function save(): void {
    // Until the next screen is rendered, this is the one that is left.
    const { resolvedLocation, location } = router.state
    if (!target) keep(idOf(resolvedLocation ?? location), current())
  }
  function current(): Place | undefined {
    const { top } = list.getBoundingClientRect()
    if (top >= 0) return undefined
    const tops = heights.tops(keys)
    const { first } = rowsBetween(tops, -top, -top)
    const some = keys.slice(first, first + MAX_ROWS)
    return {
      rows: some.map((key, index) => [key, top + (tops[first + index] ?? 0)]),
      most: first + SOME_NEW,
    }
  }
  function store(): void {
    save()
    sessionStore.set(STORED, JSON.stringify([...places]))
  }
  // A tab that is discarded fires no `pagehide`.
  document.addEventListener('visibilitychange', () => document.hidden && store(), { signal })
  addEventListener('pagehide', store, { signal })
  const interrupt = () => {
    target = undefined
  }
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    addEventListener(type, interrupt, { capture: true, passive: true, signal })

  function update(rows: Rows): void {
    keys = rows.keys
    pages = rows.pages
    cancelAnimationFrame(frame)
    const [key, wanted] = target?.rows.find(([key]) => keys.includes(key)) ?? []
    if (key !== undefined) scrollTo(key, wanted)
    else if (target && !pages?.isFetching) {
      if (pages?.hasNextPage && keys.length < target.most)
        pages.fetchNextPage({ cancelRefetch: false })
      else target = undefined
    }
  }
  function scrollTo(key: string, wanted: number | undefined): void {
    let [frames, stable] = [0, 0]
    // After the router, which scrolls a new screen to its top.
    frame = requestAnimationFrame(function scroll() {
      if (!target) return
      frames += 1
      const row = list.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
      const about = () => heights.tops(keys)[keys.indexOf(key)] ?? 0
      const by = row
        ? distance(row, wanted)
        : list.getBoundingClientRect().top + about() - (wanted ?? innerHeight / 3)
      stable = row && Math.abs(by) < 1 ? stable + 1 : 0
      if (stable === 0) scrollBy(0, by)
      if (row && wanted === undefined && !hasFocused) {
        hasFocused = true
        row.tabIndex = -1
        row.focus({ preventScroll: true })
      }
      if (frames < MAX_FRAMES && stable < STABLE_FRAMES) frame = requestAnimationFrame(scroll)
      // Rows that are read again may come above it.
      else if (!pages?.isFetching) target = undefined
    })
  }
  return {
    update,
    end() {
      stop.abort()
      cancelAnimationFrame(frame)
      // The next screen may have no list that stores it when the page ends.
      store()
    },
  }
}

/** By how much to scroll until a row is at the wanted distance from the top, or else in view, in px. */
function distance(row: HTMLElement, wanted: number | undefined): number {
  const { top, bottom, height } = row.getBoundingClientRect()
  if (wanted !== undefined) return top - wanted
  if (top >= 0 && bottom <= innerHeight) return 0
  return top - Math.max(0, innerHeight - height) / 2
}
