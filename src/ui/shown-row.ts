import { type RefObject, useEffect, useRef } from 'react'

/** Frames until the rows near a new scroll position are rendered and measured, at most. */
const MAX_FRAMES = 60
/** Frames in which a row stays in view: then nothing above it is measured any more. */
const STABLE_FRAMES = 5

/**
 * Scrolls to a row of a long list and focuses it, once, as soon as it is among the rows.
 * @param keys of all rows
 * @param topOf the top of a row relative to the list; of rows that were never rendered, about
 */
export function useShownRow(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  topOf: (index: number) => number,
  shown: string | undefined,
): void {
  const done = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `topOf` is another function in every render
  useEffect(() => {
    const index = shown && done.current !== shown ? keys.indexOf(shown) : -1
    if (!shown || index < 0) return
    let [frames, stable] = [0, 0]
    // After the router, which scrolls a new screen to its top.
    let frame = requestAnimationFrame(function scroll() {
      frames += 1
      const row = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(shown)}"]`)
      if (row) {
        if (done.current !== shown) {
          done.current = shown
          row.tabIndex = -1
          row.focus({ preventScroll: true })
        }
        stable = isInView(row) ? stable + 1 : 0
        if (stable === 0) row.scrollIntoView({ block: 'center' })
      } else {
        const top = list.current?.getBoundingClientRect().top ?? 0
        window.scrollBy(0, top + topOf(index) - window.innerHeight / 3)
      }
      if (frames < MAX_FRAMES && stable < STABLE_FRAMES) frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [keys, shown, list])
}

function isInView(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}
