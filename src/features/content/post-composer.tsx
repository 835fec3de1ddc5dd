import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ViewedUser } from '../../contract/viewed.ts'
import { cachedPost } from '../../data/cached-rows.ts'
import { doneText, useDoneText } from '../../data/done-text.ts'
import type { Outgoing } from '../../data/drafts/draft.ts'
import { saveDrafts } from '../../data/drafts/draft-store.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { writePost } from '../../data/posts.ts'
import { readShare, removeShare, type WaitingShare } from '../../pwa/share-inbox.ts'
import { Button } from '../../ui/button.tsx'
import { useObjectUrl } from '../../ui/files.ts'
import { toast } from '../../ui/toast.ts'
import cards from './card.module.css'
import styles from './composer.module.css'
import { Composer } from './composer.tsx'
import { NearbyPhones } from './nearby-phones.tsx'
import { useComposition } from './use-composition.ts'

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
  }
  const client = useQueryClient()
  const composition = useComposition(PLACE, {
    uploadError: "Can't upload image",
    send,
    isStored: (_id) => cachedPost(client, _id) !== undefined,
  })
  const share = useShare(composition.addPictures, setDone)
  return (
    <>
      <Composer
        label="What are you driving, riding or fixing?"
        testId="post-input"
        viewer={viewer}
        composition={composition}
        focused={focused}
      >
        {share && <SharePrompt {...share} busy={composition.busy} />}
      </Composer>
      <NearbyPhones />
      <p role="status" className={cards.spoken}>
        {done}
      </p>
    </>
  )
}

/**
 * Returns the oldest share in the inbox until the user decides about it. Any website can add a share, so it
 * must not get into the draft without confirmation.
 */
function useShare(
  addPictures: (files: File[]) => Promise<void>,
  announce: (message: string) => void,
) {
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
      if (share.bundles) return finish(share.id, await takeAll(share.bundles))
      const { text } = now()
      if (share.text) change({ text: text ? `${text}\n${share.text}` : share.text })
      await addPictures(share.images)
      await saveDrafts()
      await finish(share.id, 'Added to your post.')
    },
    async onDiscard(): Promise<void> {
      setShare(undefined)
      await finish(share.id, 'Discarded.')
    },
  }
}

/** Takes the posts of a phone nearby. @returns what came of it */
async function takeAll(bundles: readonly File[]): Promise<string> {
  const { describeTaken, take } = await import('../../data/sync/hand-over.ts')
  const texts: string[] = []
  for (const file of bundles)
    texts.push(describeTaken(await take(new Uint8Array(await file.arrayBuffer()))))
  const text = texts.join(' ')
  toast('info', text)
  return text
}

type SharePromptProps = {
  text: string
  images: File[]
  bundles?: File[]
  /** A post is being sent, and its draft cannot be changed. */
  busy: boolean
  onAdd: () => void
  onDiscard: () => void
}

/** Asks whether to add a share to the draft. */
function SharePrompt({ text, images, bundles, busy, onAdd, onDiscard }: SharePromptProps) {
  const src = useObjectUrl(images[0])
  return (
    <section className={styles.prompt} aria-label="Shared with Gearheads">
      <p role="alert" className={styles.question}>
        {bundles ? 'Take the posts of a phone nearby?' : 'Add this to your post?'}
      </p>
      {text && <p className={styles.shared}>{text}</p>}
      {src && <img className={styles.sharedPicture} src={src} alt="What was shared" />}
      {images.length > 1 && <p className={styles.note}>{images.length} pictures</p>}
      <div className={styles.promptButtons}>
        <Button variant="primary" aria-disabled={busy} onClick={() => !busy && onAdd()}>
          {bundles ? 'Take' : 'Add'}
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
      </div>
    </section>
  )
}
