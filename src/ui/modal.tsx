import type { ComponentProps, RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useCloseOnBack } from './close-on-back.ts'
import { useModal } from './use-modal.ts'

type Props = Omit<ComponentProps<'dialog'>, 'onCancel'> & {
  ref: RefObject<HTMLDialogElement | null>
  /** Called by Escape and Back. */
  onClose: () => void
  /** The dialog is part of the address, so that Back closes it anyway. */
  inAddress?: boolean
}

/**
 * A modal dialog, open while it is rendered. It is a child of the root, so that no style of the place where it is opened reaches it;
 * outside of the root, React would get no events of the toasts that are moved into it.
 */
export function Modal({ ref, onClose, inAddress = false, ...props }: Props) {
  useCloseOnBack(!inAddress, onClose)
  useModal(ref)
  return createPortal(
    <dialog
      ref={ref}
      {...props}
      onCancel={(event) => {
        // A file picker or a dialog that was opened in it can be cancelled, too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
    />,
    document.getElementById('root') ?? document.body,
  )
}
