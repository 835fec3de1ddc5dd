/** In UTF-16 code units. To parse more takes longer than it saves. */
const MOST = 100_000
/**
 * Parts that differ at the next start: pending posts, messages, the line above the posts that were seen, and the side bar, which
 * React renders later.
 */
const LEFT_OUT = `[popover], [aria-busy="true"], aside > *, [role="status"] > *, [data-seen-below]`
/** Drafts: not saved. */
const DRAFTS = 'textarea, [data-draft]'
/** Large drawings would be rendered twice (100 ms at 4x CPU), and blobs end with the page. Only their space is saved. */
const PICTURES = 'img[src$=".svg"]:not([width]), img[src^="blob:"]'

/**
 * The HTML of the home screen, without drafts, for the next cold start: `body.ts` shows it, inert, before any script of
 * the app has run. Only the rows that fill the window, since each costs time twice.
 * @returns `undefined` if another screen is shown, a part below the first rows, or no posts
 */
export function lastScreen(): string | undefined {
  const screen = document.querySelector('#root > div:not([inert])')
  const isHome = location.pathname === `${import.meta.env.BASE_URL}homePage` && !location.search
  // In development, styles come with the code.
  if (!screen || !isHome || scrollY > 0 || import.meta.env.DEV) return undefined
  const rows = [...screen.querySelectorAll('[data-key]')]
  if (rows.length === 0) return undefined
  const inView = rows.filter((row) => row.getBoundingClientRect().top < innerHeight).length

  // In a document that loads nothing: copies of pictures would load, and the policy refuses blobs while the page ends.
  const copy = document.implementation.createHTMLDocument().importNode(screen, true)
  const drafts = screen.querySelectorAll<HTMLTextAreaElement>(DRAFTS)
  for (const [index, part] of copy.querySelectorAll<HTMLElement>(DRAFTS).entries()) {
    const { value, childElementCount, offsetHeight } = drafts[index] as HTMLTextAreaElement
    // As much space as now, for the draft that is read later.
    part.replaceChildren(value || childElementCount ? ' ' : '')
    part.style.height = `${offsetHeight}px`
  }
  for (const part of copy.querySelectorAll(LEFT_OUT)) part.remove()
  for (const row of [...copy.querySelectorAll('[data-key]')].slice(inView)) row.remove()
  for (const picture of copy.querySelectorAll<HTMLElement>(PICTURES)) {
    picture.removeAttribute('src')
    picture.style.visibility = 'hidden'
  }
  // A test that looks for them needs the elements that can be used.
  for (const part of copy.querySelectorAll('[data-testid]')) part.removeAttribute('data-testid')
  // The content security policy allows no style attributes; `body.ts` sets them.
  for (const styled of copy.querySelectorAll<HTMLElement>('[style]')) {
    styled.dataset.style = styled.style.cssText
    styled.removeAttribute('style')
  }
  for (const row of [...copy.querySelectorAll('[data-key]')].slice(1).toReversed()) {
    if (copy.outerHTML.length <= MOST) break
    row.remove()
  }
  const html = copy.outerHTML
  return html.length > MOST ? undefined : html
}
