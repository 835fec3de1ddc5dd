import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DraftPicture, imagesOf, type Outgoing } from '../../data/drafts/draft.ts'
import { saveDrafts } from '../../data/drafts/draft-store.ts'
import { sendDraft } from '../../data/drafts/send-draft.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { removeWaiting } from '../../data/pictures/outbox-store.ts'
import { usePictures } from './use-pictures.ts'
import { useUpload } from './use-upload.ts'

type Options = {
  /** The text of the toast when a picture cannot be uploaded (R11.4). */
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
 * The text and pictures of a post or comment that is being written. They are kept as a draft until they are sent.
 * @param place see `useDraft`
 */
export function useComposition(place: string, { uploadError, send, isStored }: Options) {
  const draft = useDraft(place)
  const [busy, setBusy] = useState(false)
  /** The text that is being sent. The draft starts with it until the API has stored it. */
  const [sent, setSent] = useState('')
  const { pictures, text, problem } = draft
  const attached = usePictures(draft, busy)
  const { upload, stop, end, progressOf } = useUpload(uploadError)
  const lastSent = useRef(Number.NEGATIVE_INFINITY)
  useStoredRow(busy ? undefined : draft.sent?.key, isStored, removeSent)

  function removePicture({ id, url }: DraftPicture) {
    stop(id)
    // It is not part of any post, so it must not be uploaded later.
    if (import.meta.env.VITE_UPLOAD_URL && url) removeWaiting(url)
    attached.remove(id)
  }

  async function submit() {
    if (busy || isSecondTap()) return
    setBusy(true)
    try {
      await attached.prepared()
      const { text } = draft.now()
      const pictures = draft.picturesNow()
      // The text disappears at once; pictures stay visible with their upload progress.
      if (pictures.length === 0) setSent(text)
      await sendDraft({ now: draft.now, change: draft.change, upload, send })
      removeSent()
      lastSent.current = performance.now()
    } catch {
      // Already reported. The draft is unchanged.
    } finally {
      setBusy(false)
      setSent('')
      end()
    }
  }

  /** An empty post on purpose is no second tap (R4.19). */
  function isSecondTap(): boolean {
    const { text, pictures = [] } = draft.now()
    const isEmpty = !text && pictures.length === 0
    return isEmpty && performance.now() - lastSent.current < SECOND_TAP_MS
  }

  /** Removes what is stored from the draft. Text that was typed in the meantime starts the next one. */
  function removeSent() {
    const { text, pictures = [], sent } = draft.now()
    if (!sent) return
    const { content } = sent
    const urls = imagesOf(sent).map(({ url }) => url)
    draft.change({
      text: text.startsWith(content) ? text.slice(content.length).trimStart() : text,
      pictures: pictures.filter(({ url }) => !url || !urls.includes(url)),
      sent: undefined,
    })
    saveDrafts()
  }

  return {
    text: text.startsWith(sent) ? text.slice(sent.length) : text,
    setText: (changed: string) => draft.change({ text: sent + changed }),
    busy,
    submit,
    addPictures: attached.add,
    onFullOfPictures: attached.onFull,
    /** Says which pictures were left out, and why. */
    notices: attached.notices,
    problem,
    /** The props of `PicturePreviews`. */
    previews: pictures.map((picture) => {
      const { id, isRaw, blob, note, alt, url } = picture
      return {
        id,
        picture: isRaw ? undefined : blob,
        note,
        ...progressOf(id),
        alt,
        // Once it is uploaded, the post is sent with it.
        onAlt: busy ? undefined : (alt: string) => attached.change(id, { alt }),
        onRemove: busy && url ? undefined : () => removePicture(picture),
      }
    }),
    onMovePicture: busy ? undefined : attached.move,
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
