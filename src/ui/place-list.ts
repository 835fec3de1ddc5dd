/** Distance between a list and its field, and from the edges of the screen, in px. */
const GAP = 4
/** With less space than this below its field, in px, a list opens above if there is more. */
const ENOUGH = 320

/**
 * Shows a list of suggestions in the top layer, below its field, or above it where there is more room: within the part of
 * the screen that an on-screen keyboard leaves. It stays with the field while anything scrolls.
 * @param list an element with the attribute `popover="manual"`
 * @returns a function that ends this
 */
export function placeList(list: HTMLElement, field: HTMLElement): () => void {
  const place = () => {
    const box = field.getBoundingClientRect()
    const { offsetTop: top = 0, height = innerHeight } = visualViewport ?? {}
    const below = top + height - box.bottom - 2 * GAP
    const above = box.top - top - 2 * GAP
    const isAbove = below < Math.min(ENOUGH, list.scrollHeight) && above > below
    list.style.maxHeight = `${Math.min(ENOUGH, isAbove ? above : below)}px`
    list.style.width = `${box.width}px`
    list.style.left = `${box.left}px`
    list.style.top = `${isAbove ? box.top - GAP - list.offsetHeight : box.bottom + GAP}px`
  }
  list.showPopover()
  place()
  const listening = new AbortController()
  const { signal } = listening
  // Events of scrolling do not bubble.
  addEventListener('scroll', place, { capture: true, passive: true, signal })
  addEventListener('resize', place, { signal })
  visualViewport?.addEventListener('resize', place, { signal })
  visualViewport?.addEventListener('scroll', place, { signal })
  const sizes = new ResizeObserver(place)
  for (const element of [list, field]) sizes.observe(element)
  return () => {
    listening.abort()
    sizes.disconnect()
  }
}

/** Scrolls a list so that one of its options is visible. Nothing else scrolls. */
export function showOption(list: HTMLElement, option: HTMLElement): void {
  const top = option.offsetTop - GAP
  const bottom = option.offsetTop + option.offsetHeight + GAP - list.clientHeight
  list.scrollTop = Math.min(Math.max(list.scrollTop, bottom), top)
}
