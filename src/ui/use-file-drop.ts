import { type ClipboardEvent, type DragEvent, useState } from 'react'

type FilesTaker = ((files: File[]) => void) | undefined

/** Handlers for an element that takes files, dropped on it or pasted into it. */
export function useFileDrop(onFiles: FilesTaker) {
  const [dragging, setDragging] = useState(false)
  const brings = ({ dataTransfer }: DragEvent) => onFiles && dataTransfer.types.includes('Files')
  return {
    /** Files are held over it right now. */
    dragging,
    onDragOver(event: DragEvent) {
      if (!brings(event)) return
      // Else the browser would leave the page to show the file.
      event.preventDefault()
      setDragging(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setDragging(false)
    },
    onDrop(event: DragEvent) {
      if (!brings(event)) return
      event.preventDefault()
      setDragging(false)
      onFiles?.([...event.dataTransfer.files])
    },
    onPaste(event: ClipboardEvent) {
      const { files, types } = event.clipboardData
      // Word processors put a picture of the text beside the text: the text is meant.
      if (!onFiles || files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      onFiles([...files])
    },
  }
}
