import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { useCloseOnBack } from './close-on-back.ts'
import styles from './dialog.module.css'
import { DOUBLE_CLICK_MS, useInFlight } from './timing.ts'
import { useModal } from './use-modal.ts'
import { useVisibleArea } from './visible-area.ts'

type DialogProps = {
  title: string
  onClose: () => void
  /** The dialog is part of the address, so that Back closes it anyway. */
  inAddress?: boolean
  /** The focus starts on the title: for content that is read from its top. */
  focusTitle?: boolean
  children: ReactNode
}

/**
 * A modal dialog, at most 570 px wide (R2.19), open while it is rendered. On a phone it is a sheet at the bottom. Escape, Back
 * and a click outside call `onClose`. When it closes, the focus returns to the element that had it before.
 */
export function Dialog({
  title,
  onClose,
  inAddress = false,
  focusTitle = false,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useCloseOnBack(!inAddress, onClose)

  useModal(ref)
  useVisibleArea(ref)
  useEffect(() => {
    if (focusTitle) heading.current?.focus()
    return ignoreSecondClick
  }, [focusTitle])

  function closeIfOutside(event: MouseEvent) {
    // A click on the backdrop targets the dialog element itself, a click inside targets the inner box.
    // Not the second click of a double click on the button that opened the dialog.
    if (event.target === ref.current && event.detail < 2) onClose()
  }

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      onMouseDown={closeIfOutside}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.box}>
        <h2 ref={heading} id={titleId} tabIndex={focusTitle ? -1 : undefined}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

/** The second click of a double click on a button that closes a dialog would hit whatever is behind the dialog. */
function ignoreSecondClick(): void {
  const ignore = (event: Event) => {
    if ((event as UIEvent).detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, { capture: true })
  setTimeout(() => removeEventListener('click', ignore, { capture: true }), DOUBLE_CLICK_MS)
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

type ConfirmDialogProps = {
  title: string
  text: string
  /** The label of the confirming button. */
  action: string
  /** The label of the button that closes the dialog. */
  cancel?: string
  /** The button is busy until the returned promise settles. */
  onConfirm: () => unknown
  onClose: () => void
}

/** Asks for confirmation before data is lost. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, cancel = 'Cancel', onConfirm, onClose } = props
  const [confirm, busy] = useInFlight(onConfirm)
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {cancel}
        </Button>
        <Button variant="danger" busy={busy} onClick={confirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
