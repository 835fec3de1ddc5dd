import { useRef, useState } from 'react'
import { useViewer } from '../../data/auth.ts'
import { type DraftPicture, type Outgoing, saveDrafts } from '../../data/drafts/draft-store.ts'
import { sendDraft } from '../../data/drafts/send-draft.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { removeWaiting } from '../../data/pictures/outbox-store.ts'
import { placePicture } from '../../data/pictures/place-picture.ts'
import { shrinkPicture } from '../../data/pictures/shrink.ts'
import { toast } from '../../ui/toast.ts'

type Options = {
  /** The text of the toast when the picture cannot be uploaded (R11.4). */
  uploadError: string
  /** Sends the draft. It reports its own failures; on a rejection the draft is kept. */
  send: (outgoing: Outgoing) => Promise<unknown>
}

export type Composition = ReturnType<typeof useComposition>

/**
 * The text and picture of a post or comment that is being written. They are kept as a draft until they are sent.
 * @param place see `useDraft`
 */
export function useComposition(place: string, { uploadError, send }: Options) {
  const { _id: userId } = useViewer()
  const draft = useDraft(place)
  const [busy, setBusy] = useState(false)
  /** The text that is being sent. The draft starts with it until the API has stored it. */
  const [sent, setSent] = useState('')
  const [preparing, setPreparing] = useState(false)
  const [progress, setProgress] = useState<number>()
  /** The preparation of the picture that was selected last. */
  const preparation = useRef<Promise<void>>(undefined)
  const upload = useRef<AbortController>(undefined)

  async function addPicture([file, ...others]: File[]): Promise<void> {
    if (!file || busy) return
    if (others.length > 0) toast('info', 'One picture per post: only the first was added.')
    const ready: Promise<void> = shrinkPicture(file)
      .then((picture) => {
        if (preparation.current === ready) draft.change({ picture })
      })
      .catch((error: Error) => toast('error', error.message))
      .then(() => {
        if (preparation.current === ready) setPreparing(false)
      })
    preparation.current = ready
    setPreparing(true)
    await ready
  }

  function removePicture() {
    preparation.current = undefined
    setPreparing(false)
    upload.current?.abort()
    const { url } = draft.picture ?? {}
    // It is not part of any post, so it must not be uploaded later.
    if (import.meta.env.VITE_UPLOAD_URL && url) removeWaiting(url)
    draft.change({ picture: undefined })
  }

  function describePicture(alt: string) {
    const { picture } = draft.now()
    if (picture) draft.change({ picture: { ...picture, alt } })
  }

  async function submit() {
    if (busy) return
    setBusy(true)
    try {
      await preparation.current
      const { text, picture } = draft.now()
      // The text disappears at once; a picture stays visible with its upload progress.
      if (!picture) setSent(text)
      await sendDraft({ now: draft.now, change: draft.change, upload: uploadPicture, send })
      // Text that was typed in the meantime starts the next draft.
      const now = draft.now().text
      const typedSince = now.startsWith(text) ? now.slice(text.length).trimStart() : now
      draft.change({ text: typedSince, picture: undefined, sent: undefined })
      saveDrafts()
    } catch {
      // Already reported. The draft is unchanged.
    } finally {
      setBusy(false)
      setSent('')
      setProgress(undefined)
    }
  }

  function uploadPicture({ blob, key }: DraftPicture & { key: string }): Promise<string> {
    upload.current = new AbortController()
    const { signal } = upload.current
    return placePicture(blob, { userId, failed: uploadError, key, signal, onProgress: setProgress })
  }

  const { text, picture } = draft
  return {
    text: text.startsWith(sent) ? text.slice(sent.length) : text,
    setText: (changed: string) => draft.change({ text: sent + changed }),
    busy,
    submit,
    addPicture,
    /** The props of `PicturePreview`, if there is a picture. */
    preview: (picture || preparing) && {
      picture: preparing ? undefined : picture?.blob,
      note: picture?.note,
      uploading: busy && !preparing && !picture?.url,
      progress,
      // Once it is uploaded, the post is sent with it.
      alt: picture?.alt,
      onAlt: busy || preparing ? undefined : describePicture,
      onRemove: busy && picture?.url ? undefined : removePicture,
    },
  }
}
