import { newUuid } from '../../client/uuid.ts'
import { MAX_PICTURES } from '../../contract/text-limits.ts'
import { toast } from '../../ui/toast.ts'
import { readDraft, writeDraft } from './draft-store.ts'

/**
 * Moves drafts that no screen can show any more into the draft of a new post, and says so.
 * @param places edits and comments of rows that were deleted, such as `edit/<_id>`
 */
export function moveDrafts(userId: string, places: readonly string[]): void {
  const keys = places.map((place) => `${userId}/${place}`).filter(readDraft)
  if (keys.length === 0) return
  const home = readDraft(`${userId}/post`) ?? { text: '' }
  const drafts = [home, ...keys.flatMap((key) => readDraft(key) ?? [])]
  const text = drafts.flatMap((draft) => draft.text || []).join('\n\n')
  for (const key of keys) writeDraft(key, undefined)
  const all = drafts.flatMap((draft) => draft.pictures ?? [])
  // Those of the deleted row are gone with it: only new ones have pixels here.
  const pictures = all.filter(({ blob }) => blob).slice(0, MAX_PICTURES)
  const hasLostPicture = all.some(({ blob }) => !blob) || undefined
  // What is still being sent is refused, because its row is gone. Under a new key it can be a post.
  const moved = drafts.slice(1).flatMap(({ queue = [] }) => queue)
  const refused = moved.map((one) => ({ ...one, key: newUuid(), isRefused: true as const }))
  const queue = [...(home.queue ?? []), ...refused]
  writeDraft(`${userId}/post`, { ...home, text, pictures, queue, hasLostPicture })
  toast('info', 'This was deleted. Your unsent text is now a draft on Home.')
}
