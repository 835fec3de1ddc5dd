import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** The buttons of a tile. */
export type TileControl = 'describe' | 'remove' | 'earlier' | 'later'

const OTHER: Partial<Record<TileControl, TileControl>> = { earlier: 'later', later: 'earlier' }

/**
 * Keeps the place of the keyboard in the tiles of a composer (R2.25): a picture that was moved to an end keeps the focus, on
 * its other arrow. When a picture is removed, the same button of the next one gets it, or else of the one before.
 * @param onLost called when the focused picture was the last one
 */
export function useTileFocus(tiles: readonly { id: string }[], onLost?: () => void) {
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<{ id: string; control: TileControl; button: Element; index: number }>(
    undefined,
  )

  function buttonOf(id: string, control: TileControl): HTMLButtonElement | null | undefined {
    const selector = `[data-id="${CSS.escape(id)}"] [data-control=${control}] button:enabled`
    return list.current?.querySelector<HTMLButtonElement>(selector)
  }

  // After every render.
  useLayoutEffect(() => {
    if (!last.current) return
    const { id, control, button, index } = last.current
    if (button.isConnected && !button.matches(':disabled')) {
      last.current.index = tiles.findIndex((one) => one.id === id)
      return
    }
    last.current = undefined
    const isThere = tiles.some((one) => one.id === id)
    const target = isThere ? id : tiles[Math.min(index, tiles.length - 1)]?.id
    const other = isThere ? OTHER[control] : undefined
    if (!target) onLost?.()
    else (buttonOf(target, control) ?? (other ? buttonOf(target, other) : undefined))?.focus()
  })

  return {
    focus: (id: string, control: TileControl) => buttonOf(id, control)?.focus(),
    /** The props of the list. Its items have `data-id`, and the places of their buttons `data-control`. */
    list: {
      ref: list,
      onFocus({ target }: FocusEvent) {
        const id = target.closest<HTMLElement>('[data-id]')?.dataset.id
        const control = target.closest<HTMLElement>('[data-control]')?.dataset.control
        const index = tiles.findIndex((one) => one.id === id)
        last.current =
          id && control ? { id, control: control as TileControl, button: target, index } : undefined
      },
      onBlur({ relatedTarget }: FocusEvent) {
        if (relatedTarget) last.current = undefined
      },
    },
  }
}
