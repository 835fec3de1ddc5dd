import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the place of the keyboard in the tiles of a composer (R2.25): when a picture is removed, the same button of the next
 * one gets the focus, or else of the one before.
 * @param onLost called when the focused picture was the last one
 * @returns the props of the list. Its items have `data-id`, and their buttons `data-control`.
 */
export function useTileFocus(tiles: readonly { id: string }[], onLost?: () => void) {
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<{ id?: string; control?: string; button: Element; index: number }>(undefined)

  // After every render.
  useLayoutEffect(() => {
    if (!last.current) return
    const { id, control, button, index } = last.current
    if (button.isConnected) {
      last.current.index = tiles.findIndex((one) => one.id === id)
      return
    }
    last.current = undefined
    const target = list.current?.children[Math.min(index, tiles.length - 1)]
    if (target) target.querySelector<HTMLElement>(`[data-control=${control}]`)?.focus()
    else onLost?.()
  })

  return {
    ref: list,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const id = target.closest<HTMLElement>('[data-id]')?.dataset.id
      const index = tiles.findIndex((one) => one.id === id)
      last.current = { id, control: target.dataset.control, button: target, index }
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (relatedTarget) last.current = undefined
    },
  }
}
