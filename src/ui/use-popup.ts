import { type ToggleEvent, useId, useRef, useState } from 'react'
import { useCloseOnBack } from './close-on-back.ts'

/**
 * A popup in the top layer that a button opens, such as a menu. The browser closes it on Escape, Back and on a click
 * outside, and returns the focus to the button. CSS anchor positioning places it; without that, it is centered.
 * @returns the props of the button and of the popup, whose content is rendered while it is open
 */
export function usePopup() {
  const [state, setState] = useState<'opening' | 'shown' | 'closed'>('closed')
  const open = state !== 'closed'
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => ref.current?.hidePopover()
  useCloseOnBack(open, close)
  return {
    open,
    /** Whether the popup is visible, so that its content can take the focus by itself. */
    shown: state === 'shown',
    ref,
    close,
    button: { popoverTarget: id, 'aria-expanded': open, 'aria-controls': open ? id : undefined },
    popup: {
      ref,
      id,
      popover: 'auto' as const,
      onBeforeToggle: ({ newState }: ToggleEvent) => newState === 'open' && setState('opening'),
      // Not before: the browser returns the focus to the button only from an element that still exists.
      onToggle: ({ newState }: ToggleEvent) => setState(newState === 'open' ? 'shown' : 'closed'),
    },
  }
}
