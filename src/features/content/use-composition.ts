import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { tokenUser } from '../../client/session.ts'
import type { DraftPicture, Outgoing } from '../../data/drafts/draft.ts'
import { saveDrafts } from '../../data/drafts/draft-store.ts'
import { isTyping, submitDraft, withoutStored } from '../../data/drafts/queue.ts'
import { sendQueue } from '../../data/drafts/send-draft.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { removeWaiting } from '../../data/pictures/outbox-store.ts'
import type { Shrunk } from '../../data/pictures/shrink-file.ts'
import type { ContentKind } from './content-texts.ts'
import { usePictures } from './use-pictures.ts'
import { useUpload } from './use-upload.ts'

type Options = {
  kind: ContentKind
  /** Sends what was submitted. It reports its own failures; on a rejection the text is kept. */
  send: (outgoing: Outgoing) => Promise<unknown>
  /** Whether a query has the row with this `_id`. */
  isStored: (id: string) => boolean
}

export type Composition = ReturnType<typeof useComposition>

/**
 * The text and pictures of a post or comment that is being written. Each submit is a write of its own, sent after the one before,
 * also after a reload; text and pictures disappear from the form at once.
 * @param place see `useDraft`
 */
export function useComposition(place: string, { kind, send, isStored }: Options) {
  const draft = useDraft(place)
  const { key: draftKey, pictures, text, problem, queue, tried } = draft
  const attached = usePictures(draft)
  const upload = useUpload(kind)
  const refused = queue.filter(({ isRefused }) => isRefused)
  useStoredRows([...refused, ...(tried ? [tried] : [])], isStored, removeStored)

  const sendWaiting = useEffectEvent(() =>
    sendQueue(draftKey, {
      ...draft,
      upload,
      send,
      // With the list that has it now.
      onStored: (key) =>
        new Promise((resolve) =>
          notifyManager.schedule(() => {
            removeStored(key)
            resolve()
          }),
        ),
      isTyping,
      // The API says what is wrong with a token that names nobody.
      isAuthor: () => draftKey.startsWith(`${tokenUser() ?? draftKey.split('/')[0]}/`),
    }),
  )
  const waiting = queue.flatMap(({ key, isRefused }) => (isRefused ? [] : key)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each draft has a queue of its own
  useEffect(() => {
    if (waiting) sendWaiting()
  }, [waiting, draftKey])

  /** It is not part of any post, so it must not be uploaded later. */
  function keepFromHost({ url }: DraftPicture) {
    if (import.meta.env.VITE_UPLOAD_URL && url) removeWaiting(url)
  }

  function submit() {
    draft.change(submitDraft({ ...draft.now(), pictures: [...draft.picturesNow()] }))
    // Local storage has it when this returns: no need to wait.
    saveDrafts()
  }

  /** Text that was typed in the meantime starts the next draft. */
  function removeStored(key: string) {
    draft.change(withoutStored(draft.now(), key))
    saveDrafts()
  }

  return {
    text,
    setText: (changed: string) => draft.change({ text: changed }),
    submit,
    addPictures: attached.add,
    onFullOfPictures: attached.onFull,
    /** Says which pictures were left out, and why. */
    notices: attached.notices,
    problem,
    /** The props of `PicturePreviews`. */
    previews: pictures.map((picture) => {
      const { id, isRaw, blob, note, alt } = picture
      return {
        id,
        picture: isRaw ? undefined : blob,
        note,
        alt,
        onAlt: (changed: string) => attached.change(id, { alt: changed }),
        onReplace(newId: string, pixels: Shrunk) {
          keepFromHost(picture)
          return attached.replace(id, newId, pixels)
        },
        onRemove() {
          keepFromHost(picture)
          attached.remove(id)
        },
      }
    }),
    onMovePicture: attached.move,
  }
}

/** Calls `onFound` once a query has the row of an attempt: its reply was lost, for example by a reload (R4.20). */
function useStoredRows(
  tried: readonly Outgoing[],
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
