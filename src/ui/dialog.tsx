import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Modal } from './modal.tsx'
import { DOUBLE_CLICK_MS, useInFlight } from './timing.ts'
import { useVisibleArea } from './visible-area.ts'

type DialogProps = Pick<ComponentProps<typeof Modal>, 'onClose' | 'inAddress'> & {
  title: string
  /** The focus starts on the title: for content that is read from its top. */
  focusTitle?: boolean
  children: ReactNode
}

/**
 * A modal dialog with a title, at most 570 px wide (R2.19). On a phone it is a sheet at the bottom. Escape, Back and a click
 * outside call `onClose`.
 */
export function Dialog({ title, onClose, inAddress, focusTitle = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
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
    <Modal
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      inAddress={inAddress}
      onClose={onClose}
      onMouseDown={closeIfOutside}
    >
      <div className={styles.box}>
        <h2 ref={heading} id={titleId} tabIndex={focusTitle ? -1 : undefined}>
          {title}
        </h2>
        {children}
      </div>
    </Modal>
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
