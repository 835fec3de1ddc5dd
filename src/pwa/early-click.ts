declare global {
  /** The control of the inert first screen under the last click, if there was one (index.html). */
  var earlyClick: HTMLElement | undefined
}

/**
 * Clicks the control that was clicked while the first screen was inert HTML, so that a visitor on a slow phone does not have
 * to press the button again. Call it after React has rendered that screen.
 */
export function repeatEarlyClick(): void {
  const { earlyClick } = window
  if (!earlyClick) return
  window.earlyClick = undefined
  const controls = document.querySelectorAll<HTMLElement>(
    '#root :is(a, button, input, textarea, label)',
  )
  const control = [...controls].find((control) => nameOf(control) === nameOf(earlyClick))
  // As a click does: so a field can be filled.
  control?.focus()
  if (control instanceof HTMLTextAreaElement)
    control.setSelectionRange(control.textLength, control.textLength)
  // The last screen does not show the draft that a form would send.
  if (!earlyClick.closest('[data-first-screen="last"] form')) control?.click()
}

/** The same in both screens, other than ids and positions. Two posts may have equal buttons. */
function nameOf(control: HTMLElement): string {
  const name = control instanceof HTMLInputElement ? control.name : control.ariaLabel
  const row = control.closest<HTMLElement>('[data-key]')?.dataset.key
  return [row, control.tagName, name ?? control.textContent].join(' ')
}
