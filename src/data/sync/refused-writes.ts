import type { QueryClient } from '@tanstack/react-query'
import type { UnsentWrite } from '../../../sync/messages.ts'
import { call } from '../../client/call.ts'
import { withLock } from '../../client/tabs.ts'
import { newUuid } from '../../client/uuid.ts'
import type { ContentPicture } from '../../contract/entities.ts'
import { MAX_PICTURES } from '../../contract/text-limits.ts'
import { syncStatus } from '../../pwa/club.ts'
import { scoped } from '../../pwa/scoped.ts'
import { localStore } from '../../pwa/web-storage.ts'
import { toast } from '../../ui/toast.ts'
import { viewerQuery } from '../auth.ts'
import { type DraftPicture, imagesOf, type Outgoing } from '../drafts/draft.ts'
import { loadDrafts, readDraft, saveDrafts, writeDraft } from '../drafts/draft-store.ts'
import { bringBack, isTyping } from '../drafts/queue.ts'
import { readableError } from '../readable-error.ts'
import { unsentOf } from './sync-status.ts'

/** In local storage, so that one tab reports a refusal, once. A logout clears it with everything else there. */
const REPORTED = scoped('gearheads-refused/')

/** Show each write of the viewer that the club has refused, and make its text a draft, until `signal` aborts. */
export function reportRefusals(client: QueryClient, signal: AbortSignal): void {
  const check = () => {
    const userId = client.getQueryData(viewerQuery.queryKey)?._id
    const status = syncStatus.get()
    if (!userId || !status) return
    const refused = unsentOf(status, userId).filter(({ error }) => error !== undefined)
    if (refused.some(({ name }) => !isReported(name))) reportAll(refused)
    for (const key of localStore.keys(REPORTED)) {
      if (!refused.some(({ name }) => key === REPORTED + name)) localStore.remove(key)
    }
  }
  signal.addEventListener('abort', syncStatus.subscribe(check))
  check()
}

function isReported(name: string): boolean {
  return localStore.get(REPORTED + name) !== undefined
}

async function reportAll(refused: readonly UnsentWrite[]): Promise<void> {
  await withLock('gearheads-refused', async () => {
    for (const write of refused) {
      if (isReported(write.name)) continue
      localStore.set(REPORTED + write.name, new Date().toISOString())
      const place = await returnText(write)
      toast('error', [refusalText(write), place && draftText(place)].filter(Boolean).join(' '))
    }
  })
}

/** "The club refused a change: …", with a full stop. */
function refusalText({ error }: UnsentWrite): string {
  const reason = readableError(error?.trim() || 'Something went wrong')
  return `The club refused a change: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
}

/** Says where the draft of {@link returnText} is. */
export function draftText(place: string): string {
  return `Your text is now a draft ${place === 'post' ? 'on Home' : 'where you wrote it'}.`
}

/** Whether a write has a text of the user's, which becomes a draft when it is refused or discarded. */
export function hasText({ call, body }: UnsentWrite): boolean {
  const { content, imageUrl } = Object(body) as { content?: string; imageUrl?: string }
  return /\/(posts|comments)/.test(call) && Boolean(content || imageUrl)
}

/**
 * Makes the text and the pictures of a write a draft again: where it was written, or on Home if that is gone.
 * @returns the place of the draft; `undefined` if the write has no text
 */
export async function returnText(write: UnsentWrite): Promise<string | undefined> {
  if (!hasText(write)) return undefined
  await loadDrafts()
  const { content = '', ...given } = write.body as Partial<Outgoing>
  const place = await placeOf(write)
  const key = `${write.userId}/${place}`
  const draft = readDraft(key) ?? { text: '' }
  const pictures = (await Promise.all(imagesOf(given).map(readPicture))).flat()
  if (place.startsWith('edit/')) {
    const all = [...(draft.pictures ?? []), ...pictures].slice(0, MAX_PICTURES)
    const text = [draft.text, content].filter(Boolean).join('\n\n')
    writeDraft(key, { ...draft, text, pictures: all })
  } else {
    const refused = { key: newUuid(), content, pictures }
    const queued = { ...draft, queue: [...(draft.queue ?? []), refused] }
    writeDraft(key, { ...queued, ...bringBack(queued, refused.key, isTyping()) })
  }
  await saveDrafts()
  return place
}

async function placeOf({ call: name, params: { postId = '', commentId } }: UnsentWrite) {
  if (!postId) return 'post'
  const params = { postId }
  const post = await call('GET /api/posts/:postId', { params }).catch(() => undefined)
  if (!post) return 'post'
  if (name === 'POST /api/posts/edit/:postId') return `edit/${postId}`
  if (!commentId) return `comment/${postId}`
  const { comments } = await call('GET /api/comments/:postId', { params })
  return comments.some(({ _id }) => _id === commentId) ? `edit/${commentId}` : 'post'
}

/** The picture as one of a draft; an empty list if it can't be read. */
async function readPicture({ url, alt }: ContentPicture): Promise<DraftPicture[]> {
  const response = await fetch(url).catch(() => undefined)
  return response?.ok ? [{ id: newUuid(), blob: await response.blob(), alt }] : []
}
