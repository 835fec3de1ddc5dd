import { FIRST_SCREEN } from './names.ts'

/** A click on the inert first screen, with the keys pressed after a click on a field. */
type EarlyInput = { control?: HTMLElement; keys: string[] }

declare global {
  var earlyInput: EarlyInput[] | undefined
}

/** Records what is clicked and typed while the first screen is inert HTML. Inert elements receive no events. */
export function recordEarlyInput(): void {
  const isEarly = () => document.querySelector(`[${FIRST_SCREEN}]`)
  let pressed: HTMLElement | undefined
  window.earlyInput = []
  addEventListener('keydown', (event) => {
    const { control, keys } = window.earlyInput?.at(-1) ?? {}
    if (!control?.matches('input, textarea, label') || !isEarly() || !isPlain(event)) return
    // Who types into a field does not want to scroll.
    event.preventDefault()
    if (event.key.length === 1 || /^(Backspace|Enter|Tab)$/.test(event.key)) keys?.push(event.key)
  })
  addEventListener('pointerdown', (event) => {
    pressed = controlAt(event)
  })
  addEventListener('click', (event) => {
    const control = controlAt(event)
    const isClick = isPlain(event) && !event.shiftKey && control === pressed
    if (isEarly()) window.earlyInput?.push({ control: isClick ? control : undefined, keys: [] })
  })
}

function isPlain(event: KeyboardEvent | MouseEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey
}

function controlAt({ clientX: x, clientY: y }: MouseEvent): HTMLElement | undefined {
  const controls = document.querySelectorAll<HTMLElement>(
    '[inert] :is(a, button, input, textarea, label)',
  )
  return [...controls].findLast((control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect()
    return left <= x && x < right && top <= y && y < bottom
  })
}

/**
 * Repeats what was clicked and typed while the first screen was inert HTML, so that a person with a slow phone does not
 * have to do it again (R4.21). Call it when React has just rendered that screen.
 */
export function repeatEarlyInput(): void {
  const inputs = window.earlyInput ?? []
  window.earlyInput = undefined
  for (const { control, keys } of inputs.filter(
    ({ keys }, index) => keys[0] || !inputs[index + 1],
  )) {
    if (control) click(control)
    type(keys)
  }
}

function click(early: HTMLElement): void {
  const controls = document.querySelectorAll<HTMLElement>(
    '#root :is(a, button, input, textarea, label)',
  )
  const control = [...controls].find((control) => nameOf(control) === nameOf(early))
  // As a click does: so a field can be filled.
  control?.focus()
  if (control instanceof HTMLTextAreaElement) control.selectionStart = control.textLength
  // The last screen does not show the draft that a form would send.
  if (!early.closest(`[${FIRST_SCREEN}="last"] form`)) control?.click()
}

/** The same in both screens, other than ids and positions. Two posts may have equal buttons. */
function nameOf(control: HTMLElement): string {
  const name = control instanceof HTMLInputElement ? control.name : control.ariaLabel
  const row = control.closest<HTMLElement>('[data-key]')?.dataset.key
  return [row, control.tagName, name ?? control.textContent].join(' ')
}

/** Types into the focused field. Edits by `execCommand` raise events as keys do, and can be undone. */
function type(keys: string[]): void {
  for (const key of keys) {
    const field = document.activeElement as HTMLInputElement
    const form = field.form
    if (key === 'Tab') {
      const next = form && [...form].indexOf(field) + 1
      if (next) (form[next] as HTMLElement | undefined)?.focus()
    } else if (key === 'Enter' && field.localName === 'input') form?.requestSubmit()
    else if (key === 'Backspace') document.execCommand('delete')
    else document.execCommand('insertText', false, key === 'Enter' ? '\n' : key)
  }
}
