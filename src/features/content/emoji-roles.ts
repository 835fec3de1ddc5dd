/** Missing roles of elements in the picker's shadow root, which have ARIA attributes that need them. */
const ROLES = [
  ['#nav > div', 'tablist'],
  ['#nav button', 'tab'],
  ['.category button', 'option'],
] as const

/**
 * Adds names and roles to the emoji picker, also to the emoji that it renders while it is scrolled.
 * @returns a function that stops it
 */
export function addRoles(root: ShadowRoot): () => void {
  const add = () => {
    for (const [selector, role] of ROLES) {
      for (const element of root.querySelectorAll(`${selector}:not([role])`)) element.role = role
    }
    for (const category of root.querySelectorAll('.category')) {
      // A category outside of the visible area is empty, and a list box must not be.
      category.role = category.querySelector('button') ? 'listbox' : null
      category.ariaLabel = category.role && (category.firstElementChild?.textContent ?? '')
    }
    const search = root.querySelector('input[type=search]')
    if (search) search.ariaLabel = 'Search emoji. Arrow keys choose one, Enter adds it.'
    root.querySelector('.scroll')?.setAttribute('tabindex', '0')
  }
  const observer = new MutationObserver(add)
  observer.observe(root, { childList: true, subtree: true })
  add()
  return () => observer.disconnect()
}
