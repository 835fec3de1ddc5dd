import { useRef, useState } from 'react'
import { useViewer } from '../../data/auth.ts'
import type { DraftUpload } from '../../data/drafts/send-draft.ts'
import { placePicture } from '../../data/pictures/place-picture.ts'
import { type ContentKind, contentTexts } from './content-texts.ts'

/**
 * Uploads the pictures of a draft, one after the other, and tells how far each is.
 * @param kind selects the text of the toast when one fails
 */
export function useUpload(kind: ContentKind) {
  const { _id: userId } = useViewer()
  /** The uploaded shares from 0 to 1 by the id of the picture. */
  const [shares, setShares] = useState<ReadonlyMap<string, number | undefined>>(new Map())
  const current = useRef<{ id: string; stop: AbortController }>(undefined)
  return {
    /** Resolves to the address of the picture. */
    async upload({ id, blob, key }: DraftUpload): Promise<string> {
      const stop = new AbortController()
      current.current = { id, stop }
      const onProgress = (share?: number) => setShares((all) => new Map(all).set(id, share))
      onProgress()
      const failed = contentTexts[kind].uploadError
      const url = await placePicture(blob, { userId, failed, key, signal: stop.signal, onProgress })
      onProgress(1)
      return url
    },
    /** Ends the upload of a picture, if it is being uploaded. */
    stop(id: string): void {
      if (current.current?.id === id) current.current.stop.abort()
    },
    /** All uploads are over. */
    end: () => setShares(new Map()),
    /** The props of the preview of a picture. */
    progressOf: (id: string) => ({
      uploading: shares.has(id),
      progress: shares.get(id),
    }),
  }
}
