/** The corners of the needle in the picture of the logo, from its axis. */
const NEEDLE = '45% 46%, 82% 13%, 86% 17%, 63% 44%'

/** Revs the needle of the logos on the screen once (docs/product.md#R2.34). A copy of the picture shows it meanwhile. */
export function revNeedle(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const logo of document.querySelectorAll<HTMLElement>('img[src$="/logo.svg"]')) {
    const needle = logo.cloneNode() as HTMLElement
    needle.style.cssText = `position: absolute; clip-path: polygon(${NEEDLE}, 50% 56%)`
    logo.style.clipPath = `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${NEEDLE}, 45% 46%, 0 0)`
    logo.before(needle)
    const rev = needle.animate(
      { rotate: ['0deg', '-70deg', '10deg', '0deg'] },
      { duration: 240, easing: 'ease-out' },
    )
    rev.onfinish = () => {
      needle.remove()
      logo.style.clipPath = ''
    }
  }
}
