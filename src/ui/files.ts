import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'

/**
 * Returns event handlers for an element that accepts files by drop and paste.
 * @param onFiles receives the files; without it, nothing is accepted
 */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined) {
  const [dragging, setDragging] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => onFiles && dataTransfer.types.includes('Files')
  return {
    /** Whether files are being dragged over the element. */
    dragging,
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      // Otherwise the browser would leave the page to open the file.
      event.preventDefault()
      setDragging(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setDragging(false)
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragging(false)
      onFiles?.([...event.dataTransfer.files])
    },
    onPaste(event: ClipboardEvent) {
      const { files, types } = event.clipboardData
      // Word processors copy a picture of the text along with the text: paste the text.
      if (!onFiles || files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      onFiles([...files])
    },
  }
}

/** Returns an object URL for `blob`, revoked when the blob changes or the component unmounts. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
      setUrl(undefined)
    }
  }, [blob])
  return url
}
