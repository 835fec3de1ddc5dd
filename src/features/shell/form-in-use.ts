const FIELDS = 'input:not([type="checkbox"]), textarea, select'
const FORM = `main form, main form *, main :is(${FIELDS})`

/**
 * Sets `data-form-in-use` on the root element while a form of the screen has the focus or is pressed. With `:has()`
 * instead, the browser would search the document after each change of it, which takes longer than React's render.
 * @returns a function that ends it
 */
export function watchFormUse(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // A focused element that is removed fires no event.
  const removals = new MutationObserver(() => update())

  function update(pressed?: EventTarget | null): void {
    const isInUse = [document.activeElement, pressed].some(
      (used) => used instanceof Element && used.matches(FORM),
    )
    document.documentElement.toggleAttribute('data-form-in-use', isInUse)
    if (isInUse) removals.observe(document.body, { childList: true, subtree: true })
    else removals.disconnect()
  }

  update()
  document.addEventListener('focusin', () => update(), { signal })
  document.addEventListener('focusout', () => update(), { signal })
  document.addEventListener('pointerdown', ({ target }) => update(target), { signal })
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(end, () => update(), { signal })
  return () => {
    stop.abort()
    removals.disconnect()
    document.documentElement.removeAttribute('data-form-in-use')
  }
}
