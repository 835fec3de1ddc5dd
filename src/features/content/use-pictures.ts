import { useEffect, useEffectEvent, useState } from 'react'
import { newUuid } from '../../client/uuid.ts'
import { MAX_PICTURES } from '../../contract/text-limits.ts'
import type { DraftPicture } from '../../data/drafts/draft.ts'
import { saveDrafts } from '../../data/drafts/draft-store.ts'
import type { useDraft } from '../../data/drafts/use-draft.ts'
import { shrinkOnce } from '../../data/pictures/shrink.ts'
import type { Shrunk } from '../../data/pictures/shrink-file.ts'

/**
 * The pictures of a draft: adds, describes, replaces, moves and removes them, and makes each small. Until then the draft has the chosen
 * file, so that a reload does not lose it (R10.15).
 * @param busy the draft is being sent and takes no more pictures
 */
export function usePictures(draft: ReturnType<typeof useDraft>, busy = false) {
  /** Beside the pictures, and until they change: a toast would be gone before it is found, or be behind a dialog. */
  const [notices, setNotices] = useState<readonly string[]>([])
  const pictures = draft.picturesNow
  const put = (changed: DraftPicture[]) => draft.change({ pictures: changed })

  function change(id: string, part: Partial<DraftPicture>) {
    put(pictures().map((one) => (one.id === id ? { ...one, ...part } : one)))
  }

  function drop(id: string) {
    put(pictures().filter((one) => one.id !== id))
  }

  function add(files: File[]): void {
    if (files.length === 0 || busy) return
    const room = MAX_PICTURES - pictures().length
    setNotices(files.length > room ? [tooMany(room)] : [])
    const added = files.slice(0, room).map((blob) => ({ id: newUuid(), blob, isRaw: true }))
    put([...pictures(), ...added])
    saveDrafts()
  }

  async function prepare(id: string, blob: Blob): Promise<void> {
    // It may be removed or submitted meanwhile.
    const isHere = () => pictures().some((one) => one.id === id && one.isRaw)
    try {
      const shrunk = await shrinkOnce(id, blob)
      if (isHere()) change(id, shrunk)
    } catch (error) {
      if (!isHere()) return
      drop(id)
      setNotices((all) => [...new Set([...all, (error as Error).message])])
    }
  }

  function move(id: string, by: number) {
    const all = [...pictures()]
    const from = all.findIndex((one) => one.id === id)
    const [moved] = all.splice(from, 1)
    if (moved) put(all.toSpliced(from + by, 0, moved))
  }

  const raw = draft.pictures.filter(({ isRaw }) => isRaw)
  const resume = useEffectEvent(() => {
    for (const { id, blob } of raw) if (blob) prepare(id, blob)
  })
  const rawIds = raw.map(({ id }) => id).join()
  useEffect(() => {
    if (rawIds) resume()
  }, [rawIds])

  return {
    add,
    /** Not set while there is room for another picture. */
    onFull: draft.pictures.length < MAX_PICTURES ? undefined : () => setNotices([tooMany(0)]),
    /** Says which pictures were left out, and why. */
    notices,
    change,
    /**
     * Puts another picture in place of one, which is not on this device any more when this resolves (R10.27). It needs an id of
     * its own, because a draft that was not saved completely takes the missing pixels from the one before.
     */
    async replace(id: string, newId: string, pixels: Shrunk): Promise<void> {
      put(pictures().map((one) => (one.id === id ? { id: newId, alt: one.alt, ...pixels } : one)))
      await saveDrafts()
    },
    remove(id: string) {
      setNotices([])
      drop(id)
    },
    /** Moves a picture by so many places. */
    move,
  }
}

function tooMany(room: number): string {
  const all = `${MAX_PICTURES} pictures at most`
  if (room === 0) return `${all}: no more can be added.`
  return `${all}: only the first ${room === 1 ? 'one was' : `${room} were`} added.`
}
