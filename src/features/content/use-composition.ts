import { useRef, useState } from 'react'
import { useViewer } from '../../data/auth.ts'
import { type DraftPicture, saveDrafts } from '../../data/drafts/draft-store.ts'
import { type Outgoing, sendDraft } from '../../data/drafts/send-draft.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { removeWaiting } from '../../data/pictures/outbox-store.ts'
import { placePicture } from '../../data/pictures/place-picture.ts'
import { shrinkPicture } from '../../data/pictures/shrink.ts'
import { toast } from '../../ui/toast.ts'

type Options = {
  /** What the toast says when the picture cannot be uploaded (R11.4). */
  failed: string
  /** Sends it. A rejection is reported where it comes from; what was written stays. */
  send: (outgoing: Outgoing) => Promise<unknown>
}

/** A text and a picture being written in one place, as a draft until they are sent. */
export function useComposition(place: string, { failed, send }: Options) {
  const { _id: userId } = useViewer()
  const draft = useDraft(place)
  const [busy, setBusy] = useState(false)
  /** The text that is on its way. The draft begins with it until the API has it. */
  const [sent, setSent] = useState('')
  const [preparing, setPreparing] = useState(false)
  const [progress, setProgress] = useState<number>()
  /** The picture that was chosen last, until it is ready. */
  const chosen = useRef<Promise<void>>(undefined)
  const upload = useRef<AbortController>(undefined)

  async function addPicture([file, ...others]: File[]): Promise<void> {
    if (!file || busy) return
    if (others.length > 0) toast('info', 'One picture at a time: only the first is taken.')
    const ready: Promise<void> = shrinkPicture(file)
      .then((picture) => {
        if (chosen.current === ready) draft.change({ picture })
      })
      .catch((error: Error) => toast('error', error.message))
      .then(() => {
        if (chosen.current === ready) setPreparing(false)
      })
    chosen.current = ready
    setPreparing(true)
    await ready
  }

  function removePicture() {
    chosen.current = undefined
    setPreparing(false)
    upload.current?.abort()
    const { url } = draft.picture ?? {}
    // Nobody will see it, so it need not wait any more.
    if (import.meta.env.VITE_UPLOAD_URL && url) removeWaiting(url)
    draft.change({ picture: undefined })
  }

  async function submit() {
    if (busy) return
    setBusy(true)
    try {
      await chosen.current
      const { text, picture } = draft.now()
      // The screen shows it as sent; a picture stays in sight, with its progress.
      if (!picture) setSent(text)
      await sendDraft({ now: draft.now, change: draft.change, upload: uploadPicture, send })
      // What was typed while it was sent is the beginning of the next one.
      const now = draft.now().text
      const typedSince = now.startsWith(text) ? now.slice(text.length).trimStart() : now
      draft.change({ text: typedSince, picture: undefined, sent: undefined })
      saveDrafts()
    } catch {
      // Reported where it failed. The draft is as it was.
    } finally {
      setBusy(false)
      setSent('')
      setProgress(undefined)
    }
  }

  function uploadPicture({ blob, key }: DraftPicture & { key: string }): Promise<string> {
    upload.current = new AbortController()
    const { signal } = upload.current
    return placePicture(blob, { userId, failed, key, signal, onProgress: setProgress })
  }

  const { text, picture } = draft
  return {
    text: text.startsWith(sent) ? text.slice(sent.length) : text,
    setText: (changed: string) => draft.change({ text: sent + changed }),
    busy,
    submit,
    addPicture,
    /** The picture to show, if there is one. */
    preview: (picture || preparing) && {
      picture: preparing ? undefined : picture?.blob,
      note: picture?.note,
      uploading: busy && !preparing && !picture?.url,
      progress,
      // Once it is uploaded the post is on its way, picture and all.
      onRemove: busy && picture?.url ? undefined : removePicture,
    },
  }
}
