import { type RefObject, useEffect } from 'react'

/**
 * Sets `--above` and `--below` of an element to the parts of the window that cannot be seen, in px: phones lay their keyboard
 * over the page, whose size stays the same for CSS. What has the focus stays in view.
 * @see https://developer.mozilla.org/docs/Web/API/VisualViewport
 */
export function useVisibleArea(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current
    const area = window.visualViewport
    if (!element || !area) return
    const update = () => {
      // A page that is zoomed in has parts out of view, too, but no keyboard over them.
      const isZoomed = area.scale > 1.01
      const above = isZoomed ? 0 : area.offsetTop
      const below = isZoomed ? 0 : Math.max(0, innerHeight - area.offsetTop - area.height)
      element.style.setProperty('--above', `${above}px`)
      element.style.setProperty('--below', `${below}px`)
      const focused = document.activeElement
      if (below > 0 && element.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
    }
    update()
    const stop = new AbortController()
    for (const type of ['resize', 'scroll']) area.addEventListener(type, update, stop)
    return () => stop.abort()
  }, [ref])
}
