/** Scroll to a part of the page whose start is out of sight: on a phone they stand one below the other. */
export function reveal(part: HTMLElement | null): void {
  const top = part?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > window.innerHeight * 0.6) part?.scrollIntoView({ block: 'start' })
}
