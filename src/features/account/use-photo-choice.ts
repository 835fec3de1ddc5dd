import { useState } from 'react'
import { newUuid } from '../../client/uuid.ts'
import { placePicture } from '../../data/pictures/place-picture.ts'
import { shrinkPicture } from '../../data/pictures/shrink.ts'
import type { Shrunk } from '../../data/pictures/shrink-file.ts'
import { toast } from '../../ui/toast.ts'

/**
 * A profile picture that was chosen and is uploaded when the form is sent.
 * @param edge of the picture at most, in px
 */
export function usePhotoChoice(edge: number) {
  const [chosen, setChosen] = useState<Shrunk & { key: string; url?: string }>()

  return {
    picture: chosen?.blob,
    note: chosen?.note,
    async choose(file: File | undefined) {
      if (!file) return
      try {
        setChosen({ ...(await shrinkPicture(file, edge)), key: newUuid() })
      } catch (error) {
        toast('error', (error as Error).message)
      }
    },
    discard: () => setChosen(undefined),
    /**
     * The field to send for it; nothing when nothing was chosen.
     * @throws as `placePicture` does
     */
    async upload(userId: string): Promise<{ chosen: string } | undefined> {
      if (!chosen) return undefined
      // The text of the spec, spelled so (§8).
      const placing = { userId, key: chosen.key, failed: "Can't uplaod image" }
      const url = chosen.url ?? (await placePicture(chosen.blob, placing))
      setChosen({ ...chosen, url })
      return { chosen: url }
    },
  }
}
