import { useEffect, useRef } from 'react'
import { clearShare, readShare } from '../pwa/share-inbox.ts'
import { toast } from '../ui/toast.ts'
import { saveDrafts } from './drafts/draft-store.ts'
import { useDraft } from './drafts/use-draft.ts'

const HAS_PICTURE = 'Your draft has a picture already. Post it, then share the other one again.'

/**
 * Brings what another app shared to this one into the draft of `place`, below what is there. The
 * inbox keeps it until the draft is saved, so that it is in one of them at every moment.
 */
export function useShared(place: string, addPicture: (files: File[]) => Promise<void>): void {
  const { now, change } = useDraft(place)
  const taking = useRef<Promise<void>>(undefined)

  useEffect(() => {
    async function take() {
      const share = await readShare()
      if (!share) return
      const { text, picture } = now()
      // It is there already if the page was closed between the saving and the clearing.
      if (!text.includes(share.text)) change({ text: text ? `${text}\n${share.text}` : share.text })
      if (!picture) await addPicture(share.images)
      else if (share.images.length > 0) toast('info', HAS_PICTURE)
      await saveDrafts()
      await clearShare()
    }
    taking.current ??= take().catch((error) => console.warn('A share could not be read', error))
  }, [now, change, addPicture])
}
