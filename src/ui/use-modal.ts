import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** The open modal dialogs, the topmost last. */
const modals: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

/** Calls `listener` with the topmost modal dialog, if any: now, and whenever it changes. @returns a function that stops it */
export function onTopModal(listener: (modal: HTMLDialogElement | undefined) => void): () => void {
  const tell = () => listener(modals.at(-1))
  listeners.add(tell)
  tell()
  return () => listeners.delete(tell)
}

/** Opens a dialog as modal while it is rendered. When it closes, the focus returns to the element that had it before. */
export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  // Its cleanup runs while the dialog is still in the document.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    modals.push(dialog)
    notify()
    return () => {
      modals.splice(modals.indexOf(dialog), 1)
      notify()
    }
  }, [ref])

  useEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [ref])
}
