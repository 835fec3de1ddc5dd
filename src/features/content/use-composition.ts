import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useViewer } from '../../data/auth.ts'
import type { DraftPicture, Outgoing } from '../../data/drafts/draft.ts'
import { saveDrafts } from '../../data/drafts/draft-store.ts'
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
  /** Whether a query has the row with this `_id`. */
  isStored: (id: string) => boolean
}

/** How long after the reply an empty submit counts as the second tap on Vroom. */
const SECOND_TAP_MS = 2000

export type Composition = ReturnType<typeof useComposition>

/**
 * The text and picture of a post or comment that is being written. They are kept as a draft until they are sent.
 * @param place see `useDraft`
 */
export function useComposition(place: string, { uploadError, send, isStored }: Options) {
  const { _id: userId } = useViewer()
  const draft = useDraft(place)
  const [busy, setBusy] = useState(false)
  /** The text that is being sent. The draft starts with it until the API has stored it. */
  const [sent, setSent] = useState('')
  const [progress, setProgress] = useState<number>()
  /** The preparation of the picture that was selected last. */
  const preparation = useRef<Promise<void>>(undefined)
  const upload = useRef<AbortController>(undefined)
  const lastSent = useRef(Number.NEGATIVE_INFINITY)
  useStoredRow(busy ? undefined : draft.sent?.key, isStored, removeSent)

  async function addPicture([file, ...others]: File[]): Promise<void> {
    if (!file || busy) return
    if (others.length > 0) toast('info', 'One picture per post: only the first was added.')
    await prepare(file, draft.now().picture)
  }

  /** Makes a picture small. Until then the draft has it as it was chosen, so that a reload does not lose it (R10.15). */
  async function prepare(file: Blob, before?: DraftPicture): Promise<void> {
    const ready: Promise<void> = shrinkPicture(file).then(
      (picture) => {
        if (preparation.current === ready) draft.change({ picture })
      },
      (error: Error) => {
        toast('error', error.message)
        if (preparation.current === ready) draft.change({ picture: before })
      },
    )
    preparation.current = ready
    draft.change({ picture: { blob: file, isRaw: true } })
    saveDrafts()
    await ready
  }

  const raw = draft.picture?.isRaw ? draft.picture.blob : undefined
  const resume = useEffectEvent(() => {
    if (raw && !preparation.current) prepare(raw)
  })
  useEffect(() => {
    if (raw) resume()
  }, [raw])

  function removePicture() {
    preparation.current = undefined
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
    if (busy || isSecondTap()) return
    setBusy(true)
    try {
      await preparation.current
      const { text, picture } = draft.now()
      // The text disappears at once; a picture stays visible with its upload progress.
      if (!picture) setSent(text)
      await sendDraft({ now: draft.now, change: draft.change, upload: uploadPicture, send })
      removeSent()
      lastSent.current = performance.now()
    } catch {
      // Already reported. The draft is unchanged.
    } finally {
      setBusy(false)
      setSent('')
      setProgress(undefined)
    }
  }

  /** An empty post on purpose is no second tap (R4.19). */
  function isSecondTap(): boolean {
    const { text, picture } = draft.now()
    const isEmpty = !text && !picture
    return isEmpty && performance.now() - lastSent.current < SECOND_TAP_MS
  }

  /** Removes what is stored from the draft. Text that was typed in the meantime starts the next one. */
  function removeSent() {
    const { text, picture, sent } = draft.now()
    if (!sent) return
    const { content, imageUrl } = sent
    const isPictureSent = picture?.url === imageUrl
    draft.change({
      text: text.startsWith(content) ? text.slice(content.length).trimStart() : text,
      picture: isPictureSent ? undefined : picture,
      sent: undefined,
    })
    saveDrafts()
  }

  function uploadPicture({ blob, key }: DraftPicture & { key: string }): Promise<string> {
    upload.current = new AbortController()
    const { signal } = upload.current
    return placePicture(blob, { userId, failed: uploadError, key, signal, onProgress: setProgress })
  }

  const { text, picture, problem } = draft
  return {
    text: text.startsWith(sent) ? text.slice(sent.length) : text,
    setText: (changed: string) => draft.change({ text: sent + changed }),
    busy,
    submit,
    addPicture,
    problem,
    /** The props of `PicturePreview`, if there is a picture. */
    preview: picture && {
      picture: picture.isRaw ? undefined : picture.blob,
      note: picture.note,
      uploading: busy && !picture.isRaw && !picture.url,
      progress,
      // Once it is uploaded, the post is sent with it.
      alt: picture.alt,
      onAlt: busy || picture.isRaw ? undefined : describePicture,
      onRemove: busy && picture.url ? undefined : removePicture,
    },
  }
}

/** Calls `onFound` once a query has the row with this `_id`: its reply was lost, for example by a reload (R4.20). */
function useStoredRow(
  id: string | undefined,
  isStored: (id: string) => boolean,
  onFound: () => void,
) {
  const client = useQueryClient()
  const check = useEffectEvent(() => {
    if (id && isStored(id)) onFound()
  })
  useEffect(() => {
    if (!id) return
    check()
    // Not during the render that may have caused the event.
    return client.getQueryCache().subscribe(() => queueMicrotask(check))
  }, [client, id])
}
