import { gesture } from '../ui/gesture.ts'
import { FIRST_SCREEN } from './names.ts'

/** A click on the inert first screen, with what was typed and pasted after a click on a field: texts, and keys by name. */
type EarlyInput = { control?: HTMLElement; input: (string | { key: string })[] }

declare global {
  var earlyInput: EarlyInput[] | undefined
}

/**
 * Records clicks and keys while the first screen is inert HTML. Inert elements receive no events. A like or a
 * bookmark shows at once.
 */
export function recordEarlyInput(): void {
  const isEarly = () => document.querySelector(`[${FIRST_SCREEN}]`)
  let pressed: HTMLElement | undefined
  let isSecondClick = gesture()
  window.earlyInput = []
  const currentInput = () => {
    const { control, input } = window.earlyInput?.at(-1) ?? {}
    return control?.matches('input, textarea, label') && isEarly() ? input : undefined
  }
  addEventListener('keydown', (event) => {
    const input = currentInput()
    const { key, repeat } = event
    const { control } = window.earlyInput?.at(-1) ?? {}
    const isPress = control?.ariaPressed && /^(Enter| )$/.test(key) && isEarly()
    if (!(input || isPress) || !isPlain(event)) return
    // Who types into a field does not want to scroll.
    event.preventDefault()
    if (isPress && !repeat) toggle(control)
    if (!input) return
    if (key.length === 1) input.push(key)
    else if (/^(Backspace|Enter|Tab)$/.test(key)) input.push({ key })
  })
  addEventListener('paste', ({ clipboardData }) =>
    currentInput()?.push(clipboardData?.getData('text') ?? ''),
  )
  addEventListener('pointerdown', (event) => {
    pressed = controlAt(event)
  })
  addEventListener('click', (event) => {
    const control = controlAt(event)
    const isClick = isPlain(event) && !event.shiftKey && control === pressed
    if (!isEarly()) return
    if (isClick && control?.ariaPressed) {
      if (control !== window.earlyInput?.at(-1)?.control) isSecondClick = gesture()
      if (isSecondClick(event)) return
      toggle(control)
      // Only what it shows last is sent.
      window.earlyInput = window.earlyInput?.filter((early) => early.control !== control)
    }
    window.earlyInput?.push({ control: isClick ? control : undefined, input: [] })
  })
}

/** Shows a like or a bookmark, or its end, with the number of likes. */
function toggle(control: HTMLElement): void {
  const isPressed = control.ariaPressed !== 'true'
  control.ariaPressed = String(isPressed)
  if (!control.ariaLabel?.startsWith('Like')) return
  const text = (control.childNodes[1] ?? control.appendChild(new Text())) as Text
  text.data = String(Number(text.data) + (isPressed ? 1 : -1) || '')
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
  for (const [index, { control, input }] of inputs.entries()) {
    // Of clicks without a text, only the last one counts, and each like and bookmark.
    if (!input[0] && inputs[index + 1] && !control?.ariaPressed) continue
    if (control) click(control)
    type(input)
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
  // The data may be newer than the first screen, and a like may have been undone.
  const isShown = early.ariaPressed && early.ariaPressed === control?.ariaPressed
  // The last screen does not show the draft that a form would send.
  if (isShown || early.closest(`[${FIRST_SCREEN}="last"] form`)) return
  control?.click()
  // Until the next click: the first screen has shown the spring of a like already.
  if (!control || !early.ariaPressed) return
  control.dataset.repeated = ''
  control.addEventListener('click', () => delete control.dataset.repeated, { once: true })
}

/** The same in both screens, other than ids, positions and counts. Two posts may have equal buttons. */
function nameOf(control: HTMLElement): string {
  const name =
    control instanceof HTMLInputElement ? control.name : control.ariaLabel?.replace(/: \d+$/, '')
  const row = control.closest<HTMLElement>('[data-key]')?.dataset.key
  return [row, control.tagName, name ?? control.textContent].join(' ')
}

/** Types into the focused field. Edits by `execCommand` raise events as keys do, and can be undone. */
function type(input: EarlyInput['input']): void {
  for (const one of input) {
    const field = document.activeElement as HTMLInputElement
    const key = typeof one === 'string' ? undefined : one.key
    const form = field.form
    if (key === 'Tab') {
      const next = form && [...form].indexOf(field) + 1
      if (next) (form[next] as HTMLElement | undefined)?.focus()
    } else if (key === 'Enter' && field.localName === 'input') form?.requestSubmit()
    else if (key === 'Backspace') document.execCommand('delete')
    else document.execCommand('insertText', false, key === 'Enter' ? '\n' : String(one))
  }
}
