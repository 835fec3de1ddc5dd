import { type FocusEvent, useEffect, useRef } from 'react'

const CONTROLS = ':is(button, input, select, textarea, summary, a[href]):not([aria-hidden])'

/**
 * Keeps the place of the keyboard: when the focused control in an element is removed or disabled, the next one gets the
 * focus, or else the one before, or the heading of the section or of the screen (WCAG 2.4.3). The browser would move it to the body. Nothing
 * scrolls: the next control is where the removed one was.
 * @returns props of the element, which the caller renders
 */
export function useKeptFocus() {
  const root = useRef<HTMLDivElement>(null)
  /** The focused control, and the others in the order in which they would replace it. */
  const last = useRef<{ control: Element; others: HTMLElement[] }>(undefined)

  // After every render.
  useEffect(() => {
    if (!last.current || document.activeElement !== document.body) return
    const { control, others } = last.current
    if (isUsable(control)) return
    const section = root.current
      ?.closest('section')
      ?.querySelector<HTMLElement>(':is(h2, h3)[tabindex]')
    const heading = section ?? document.querySelector<HTMLElement>('h1[tabindex]')
    const next = others.find(isUsable) ?? heading
    next?.focus({ preventScroll: true })
  })

  return {
    ref: root,
    onFocus({ target }: FocusEvent) {
      // In a dialog that was opened from here. The focus returns from it.
      if (!root.current?.contains(target)) return
      const controls = [...(root.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
      const index = controls.findIndex((one) => one.contains(target))
      const others = [...controls.slice(index + 1), ...controls.slice(0, index).toReversed()]
      last.current = { control: target, others }
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (relatedTarget && !relatedTarget.closest('dialog')) last.current = undefined
    },
  }
}

function isUsable(control: Element): boolean {
  return control.checkVisibility() && !control.matches(':disabled')
}
