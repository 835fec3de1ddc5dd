import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'

/**
 * Returns event handlers for an element that accepts files by drop and paste.
 * @param onFiles receives the files
 */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [dragging, setDragging] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
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
      onFiles([...event.dataTransfer.files])
    },
    onPaste(event: ClipboardEvent) {
      const files = pastedFiles(event.clipboardData)
      if (files.length === 0) return
      event.preventDefault()
      onFiles(files)
    },
  }
}

/** The files to paste: none if a text is pasted in their place. */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const text = data.getData('text/plain').trim()
  // Word processors copy a picture of the text along with the text: paste the text.
  if (text && !namesFiles(text) && !isPicture(data.getData('text/html'))) return []
  return [...data.files]
}

/**
 * Whether a text is only the names, paths or addresses of pictures, which file managers and chats copy beside them. The files can have
 * other names: browsers call a picture of the clipboard `image.png`.
 */
function namesFiles(text: string): boolean {
  return text
    .split(/\s*\n/)
    .every(
      (line) =>
        /^(https?|file|content|blob|data):\S+$/i.test(line) ||
        /^.{0,500}[^\s.]\.(png|apng|jpe?g|jfif|webp|gif|avif|svg|bmp|tiff?|hei[cf])$/i.test(line),
    )
}

/** Whether HTML has one picture and no text: then the text beside it is the description of the picture. */
function isPicture(html: string): boolean {
  const text = html.replace(/<(?:[^<>"']|"[^"]*"|'[^']*')*>/g, '')
  return html.match(/<img\s/gi)?.length === 1 && !text.trim()
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
