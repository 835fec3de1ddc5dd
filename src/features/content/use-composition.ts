import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type DraftPicture,
  type Outgoing,
  type Sent,
  withoutSent,
} from '../../data/drafts/draft.ts'
import { saveDrafts } from '../../data/drafts/draft-store.ts'
import { sendTaken, takeText } from '../../data/drafts/send-draft.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { removeWaiting } from '../../data/pictures/outbox-store.ts'
import type { ContentKind } from './content-texts.ts'
import { usePictures } from './use-pictures.ts'
import { useUpload } from './use-upload.ts'

type Options = {
  kind: ContentKind
  /** Sends the draft. It reports its own failures; on a rejection the draft is kept. */
  send: (outgoing: Outgoing) => Promise<unknown>
  /** Whether a query has the row with this `_id`. */
  isStored: (id: string) => boolean
}

export type Composition = ReturnType<typeof useComposition>

/** The end of the last submit by draft. A form that is shown again sends after it. */
const submits = new Map<string, Promise<void>>()

/**
 * The text and pictures of a post or comment that is being written. They are kept as a draft until they are sent. Each submit is a
 * write of its own, sent after the one before; the text disappears from the form at once.
 * @param place see `useDraft`
 */
export function useComposition(place: string, { kind, send, isStored }: Options) {
  const draft = useDraft(place)
  /** Pictures are being sent. They stay in the form, with their upload progress. */
  const [busy, setBusy] = useState(false)
  const { pictures, text, problem } = draft
  const attached = usePictures(draft, busy)
  const { upload, stop, end, progressOf } = useUpload(kind)
  const tried = draft.sent?.filter(({ isOut }) => !isOut) ?? []
  useStoredRows(tried, isStored, removeSent)

  function removePicture({ id, url }: DraftPicture) {
    stop(id)
    // It is not part of any post, so it must not be uploaded later.
    if (import.meta.env.VITE_UPLOAD_URL && url) removeWaiting(url)
    attached.remove(id)
  }

  function submit() {
    // The pictures in the form belong to the submit before.
    if (busy && !draft.now().text) return
    const hasPictures = !busy && draft.picturesNow().length > 0
    if (hasPictures) setBusy(true)
    const taken = takeText(draft)
    const before = submits.get(draft.key)
    submits.set(draft.key, before ? before.then(run) : run())

    async function run(): Promise<void> {
      try {
        if (hasPictures) await attached.prepared()
        const { key } = await sendTaken(taken, hasPictures, { ...draft, upload, send })
        // With the list that has it now.
        notifyManager.schedule(() => removeSent(key))
      } catch {
        // Already reported. The text is in the form again.
      }
      if (hasPictures)
        notifyManager.schedule(() => {
          setBusy(false)
          end()
        })
    }
  }

  /** Removes what is stored from the draft. Text that was typed in the meantime starts the next one. */
  function removeSent(key: string) {
    draft.change(withoutSent(draft.now(), key))
    saveDrafts()
  }

  return {
    text,
    setText: (changed: string) => draft.change({ text: changed }),
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

/** Calls `onFound` once a query has the row of an attempt: its reply was lost, for example by a reload (R4.20). */
function useStoredRows(
  tried: readonly Sent[],
  isStored: (id: string) => boolean,
  onFound: (key: string) => void,
) {
  const client = useQueryClient()
  const check = useEffectEvent(() => {
    for (const { key } of tried) if (isStored(key)) onFound(key)
  })
  const keys = tried.map(({ key }) => key).join()
  useEffect(() => {
    if (!keys) return
    check()
    // Not during the render that may have caused the event.
    return client.getQueryCache().subscribe(() => queueMicrotask(check))
  }, [client, keys])
}
