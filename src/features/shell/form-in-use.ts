const FIELDS = 'input:not([type="checkbox"]), textarea, select'
const FORM = `main form, main form *, main :is(${FIELDS})`

/** A form that is left alone for this long is not in use. After a post, the composer keeps the focus. */
const IDLE_MS = 5_000

/**
 * Sets `data-form-in-use` on the root element while a form of the screen has the focus or is pressed, until it is left
 * alone. With `:has()` instead, the browser would search the document after each change of it, which takes longer than
 * React's render.
 * @returns a function that ends it
 */
export function watchFormUse(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // A focused element that is removed fires no event.
  const removals = new MutationObserver(() => !isFormUsed() && update())
  let timer: number | undefined

  function isFormUsed(pressed?: EventTarget | null): boolean {
    return [document.activeElement, pressed].some(
      (used) => used instanceof Element && used.matches(FORM),
    )
  }

  function toggle(isInUse: boolean): void {
    clearTimeout(timer)
    document.documentElement.toggleAttribute('data-form-in-use', isInUse)
  }

  function update(pressed?: EventTarget | null): void {
    const isInUse = isFormUsed(pressed)
    toggle(isInUse)
    if (isInUse) {
      timer = window.setTimeout(toggle, IDLE_MS, false)
      removals.observe(document.body, { childList: true, subtree: true })
    } else removals.disconnect()
  }

  update()
  for (const type of ['focusin', 'focusout', 'input', 'keydown', 'pointerup', 'pointercancel'])
    document.addEventListener(type, () => update(), { signal })
  document.addEventListener('pointerdown', ({ target }) => update(target), { signal })
  return () => {
    stop.abort()
    clearTimeout(timer)
    removals.disconnect()
    document.documentElement.removeAttribute('data-form-in-use')
  }
}
