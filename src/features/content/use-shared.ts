import { useEffect, useState } from 'react'
import { saveDrafts } from '../../data/drafts/draft-store.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { readShare, removeShare, type WaitingShare } from '../../pwa/share-inbox.ts'
import { toast } from '../../ui/toast.ts'

const HAS_PICTURE = 'Your draft has a picture already. Post it, then share the other one again.'

/**
 * The oldest share in the inbox, until the user has decided about it: any website can put one there, so nothing
 * of it gets into the draft of `place` unasked.
 */
export function useShared(place: string, addPicture: (files: File[]) => Promise<void>) {
  const { now, change } = useDraft(place)
  const [share, setShare] = useState<WaitingShare>()

  useEffect(() => {
    let isGone = false
    readShare()
      .then((found) => {
        if (!isGone) setShare(found)
      })
      .catch((error) => console.warn('A share could not be read', error))
    return () => {
      isGone = true
    }
  }, [])

  if (!share) return undefined

  async function finish(id: WaitingShare['id'], message: string): Promise<void> {
    await removeShare(id)
    toast('info', message)
    setShare(await readShare())
  }

  return {
    ...share,
    /** Put it below what is in the draft. The inbox keeps it until the draft is saved. */
    async onAdd(): Promise<void> {
      setShare(undefined)
      const { text, picture } = now()
      if (share.text) change({ text: text ? `${text}\n${share.text}` : share.text })
      if (!picture) await addPicture(share.images)
      else if (share.images.length > 0) toast('info', HAS_PICTURE)
      await saveDrafts()
      await finish(share.id, 'Added to your post.')
    },
    async onDiscard(): Promise<void> {
      setShare(undefined)
      await finish(share.id, 'Discarded.')
    },
  }
}
