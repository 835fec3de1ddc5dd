import { newUuid } from '../../client/uuid.ts'
import { type Draft, imagesOf, type Submitted } from './draft.ts'

/*
 * What was submitted is a queue beside the text and the pictures of the form, which belong to the next submit. These functions
 * return the parts of a draft that change.
 */

/** Moves the text and the pictures of the form to the end of the queue. */
export function submitDraft({ text: content, pictures, queue = [], tried }: Draft): Partial<Draft> {
  const isSame = tried?.content === content
  const attempt = isSame ? tried : { key: newUuid(), content, isFresh: true as const }
  const all = [...queue, { ...attempt, pictures }]
  return { text: '', pictures: undefined, tried: undefined, queue: all }
}

/** Changes what was submitted under a key. */
export function changeSubmitted(
  { queue }: Draft,
  key: string,
  part: Partial<Submitted>,
): Partial<Draft> {
  return { queue: queue?.map((one) => (one.key === key ? { ...one, ...part } : one)) }
}

export function removeSubmitted({ queue }: Draft, key: string): Partial<Draft> {
  return { queue: queue?.filter((one) => one.key !== key) }
}

/**
 * Puts what was refused back into the form. If there is something else, or somebody may be typing, it stays in the queue: it would
 * go along with what they submit next.
 */
export function bringBack(
  draft: Draft,
  key: string,
  mayType: boolean,
  why: Pick<Submitted, 'reason' | 'isUnanswered'> = {},
): Partial<Draft> {
  const refused = draft.queue?.find((one) => one.key === key)
  if (!refused) return {}
  if (mayType || !isEmpty(draft)) return changeSubmitted(draft, key, { isRefused: true, ...why })
  const { pictures, isRefused: _, reason: __, isUnanswered = why.isUnanswered, ...sent } = refused
  const tried = isUnanswered ? { ...sent, isUnanswered } : sent
  return { ...removeSubmitted(draft, key), text: tried.content, pictures, tried }
}

/** Whether the form has nothing. */
export function isEmpty({ text, pictures }: { text: string; pictures?: readonly unknown[] }) {
  return !text && !pictures?.length
}

/** Whether a text field has the focus. */
export function isTyping(): boolean {
  return document.activeElement?.matches('textarea') ?? false
}

/** Removes what turned out to be stored. Text that was added to it since starts the next draft. */
export function withoutStored(draft: Draft, key: string): Partial<Draft> {
  const { text, pictures, tried } = draft
  if (tried?.key !== key) return removeSubmitted(draft, key)
  const { content } = tried
  const urls = imagesOf(tried).map(({ url }) => url)
  return {
    text: text.startsWith(content) ? text.slice(content.length).trimStart() : text,
    pictures: pictures?.filter(({ url }) => !url || !urls.includes(url)),
    tried: undefined,
  }
}
