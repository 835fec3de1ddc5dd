import { useRef, useState } from 'react'
import { useViewer } from '../../data/auth.ts'
import type { DraftUpload } from '../../data/drafts/send-draft.ts'
import { placePicture } from '../../data/pictures/place-picture.ts'

/**
 * Uploads the pictures of a draft, one after the other, and tells how far each is.
 * @param failed the text of the toast when one fails
 */
export function useUpload(failed: string) {
  const { _id: userId } = useViewer()
  const [progress, setProgress] = useState<{ id: string; share?: number }>()
  const current = useRef<{ id: string; stop: AbortController }>(undefined)
  return {
    /** Resolves to the address of the picture. */
    upload({ id, blob, key }: DraftUpload): Promise<string> {
      const stop = new AbortController()
      current.current = { id, stop }
      setProgress({ id })
      const onProgress = (share: number) => setProgress({ id, share })
      return placePicture(blob, { userId, failed, key, signal: stop.signal, onProgress })
    },
    /** Ends the upload of a picture, if it is being uploaded. */
    stop(id: string): void {
      if (current.current?.id === id) current.current.stop.abort()
    },
    /** All uploads are over. */
    end: () => setProgress(undefined),
    /** The props of the preview of a picture. */
    progressOf: (id: string) => ({
      uploading: progress?.id === id,
      progress: progress?.share,
    }),
  }
}
