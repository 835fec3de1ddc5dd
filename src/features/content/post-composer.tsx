import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ViewedUser } from '../../contract/viewed.ts'
import { cachedPost } from '../../data/cached-rows.ts'
import { doneText, useDoneText } from '../../data/done-text.ts'
import type { Outgoing } from '../../data/drafts/draft.ts'
import { saveDrafts } from '../../data/drafts/draft-store.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { writePost } from '../../data/posts.ts'
import { clubReachable, isClub } from '../../pwa/club.ts'
import { readShare, removeShare, type WaitingShare } from '../../pwa/share-inbox.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import cards from './card.module.css'
import { Composer } from './composer.tsx'
import { useComposition } from './use-composition.ts'

const SharePrompt = lazyPart(async () => (await import('./share-prompt.tsx')).SharePrompt)
const NearbyPhones = lazyPart(async () => (await import('./nearby-phones.tsx')).NearbyPhones)

const PLACE = 'post'

type Props = {
  viewer: ViewedUser
  /** Focuses the text area when the composer is mounted. */
  focused?: boolean
}

/** The composer for posts, which also receives shares. Any text may be sent, even an empty one (R4.1). */
export function PostComposer({ viewer, focused }: Props) {
  const { mutateAsync } = useMutation(writePost)
  const [done, setDone] = useDoneText()
  async function send(post: Outgoing): Promise<void> {
    setDone('')
    await mutateAsync(post)
    setDone(doneText('Post sent'))
    import('./rev-needle.ts').then(({ revNeedle }) => revNeedle()).catch(() => undefined)
    offerPhones()
  }
  // It stays afterwards, and comes only when the composer is used: the posts below must not move while they are read.
  const [isOffered, setOffered] = useState(false)
  const offerPhones = () => isCutOff() && setOffered(true)
  const client = useQueryClient()
  const composition = useComposition(PLACE, {
    kind: 'post',
    send,
    isStored: (_id) => cachedPost(client, _id) !== undefined,
  })
  const share = useShare(composition.addPictures, setDone)
  return (
    <>
      <Composer
        kind="post"
        viewer={viewer}
        composition={composition}
        focused={focused}
        onFocus={offerPhones}
      >
        {share && <SharePrompt {...share} />}
      </Composer>
      {isOffered && <NearbyPhones />}
      <p role="status" className={cards.spoken}>
        {done}
      </p>
    </>
  )
}

/** Whether the club cannot be reached, as far as it is known. */
function isCutOff(): boolean {
  return isClub && !(navigator.onLine && clubReachable.get())
}

/**
 * Returns the oldest share in the inbox until the user decides about it. Any website can add a share, so it
 * must not get into the draft without confirmation.
 */
function useShare(addPictures: (files: File[]) => void, announce: (message: string) => void) {
  const { now, change } = useDraft(PLACE)
  const [share, setShare] = useState<WaitingShare>()

  useEffect(() => {
    let isUnmounted = false
    readShare()
      .then((found) => {
        if (!isUnmounted) setShare(found)
      })
      .catch((error) => console.warn("Couldn't read what was shared", error))
    return () => {
      isUnmounted = true
    }
  }, [])

  if (!share) return undefined

  async function finish(id: WaitingShare['id'], message: string): Promise<void> {
    await removeShare(id)
    announce(message)
    setShare(await readShare())
  }

  return {
    ...share,
    /** Appends the share to the draft. It stays in the inbox until the draft is saved. */
    async onAdd(): Promise<void> {
      setShare(undefined)
      if (share.bundles) {
        const { takeAll } = await import('../../data/sync/hand-over.ts')
        return finish(share.id, await takeAll(share.bundles))
      }
      const { text } = now()
      if (share.text) change({ text: text ? `${text}\n${share.text}` : share.text })
      addPictures(share.images)
      await saveDrafts()
      await finish(share.id, 'Added to your post.')
    },
    async onDiscard(): Promise<void> {
      setShare(undefined)
      await finish(share.id, 'Discarded.')
    },
  }
}
