import { useSyncExternalStore } from 'react'
import { useViewer } from '../../data/auth.ts'
import type { DraftUpload } from '../../data/drafts/send-draft.ts'
import { placePicture } from '../../data/pictures/place-picture.ts'
import { observable } from '../../pwa/observable.ts'
import { type ContentKind, contentTexts } from './content-texts.ts'

/** The uploaded shares from 0 to 1 by the id of the picture, for the screen that shows it. */
const shares = observable<ReadonlyMap<string, number | undefined>>(new Map())
const uploads = new Map<string, AbortController>()

function setShare(id: string, share?: number): void {
  shares.set(new Map(shares.get()).set(id, share))
}

/** Ends the upload of a picture, if it is being uploaded. */
export function stopUpload(id: string): void {
  uploads.get(id)?.abort()
}

/**
 * Returns a function that uploads a picture and resolves to its address.
 * @param kind selects the text of the toast when it fails
 */
export function useUpload(kind: ContentKind) {
  const { _id: userId } = useViewer()
  return async ({ id, blob, key }: DraftUpload): Promise<string> => {
    const stop = new AbortController()
    uploads.set(id, stop)
    const onProgress = (share?: number) => setShare(id, share)
    onProgress()
    const failed = contentTexts[kind].uploadError
    try {
      return await placePicture(blob, { userId, failed, key, signal: stop.signal, onProgress })
    } finally {
      uploads.delete(id)
      const left = new Map(shares.get())
      left.delete(id)
      shares.set(left)
    }
  }
}

/** Returns the props of the preview of a picture that tell how far its upload is. */
export function useProgress() {
  const all = useSyncExternalStore(shares.subscribe, shares.get)
  return (id: string) => ({ uploading: all.has(id), progress: all.get(id) })
}
