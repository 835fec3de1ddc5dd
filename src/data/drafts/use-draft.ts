import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useViewer } from '../auth.ts'
import { type Draft, type DraftPicture, type Submitted, UNANSWERED } from './draft.ts'
import { adoptDraft, failureOf, onDrafts, openDraft, readDraft, writeDraft } from './draft-store.ts'

const NOTHING: Draft = { text: '' }
const NO_PICTURES: readonly DraftPicture[] = []
const NO_QUEUE: readonly Submitted[] = []
const REASONS = {
  full: 'This device is out of storage',
  refused: 'This browser stores no pictures here',
}

/**
 * The viewer's draft in one place. It survives reload, crash and update, until it is sent or discarded, or
 * the viewer logs out.
 * @param place such as `post` or `edit/<_id>`: each place has its own draft
 * @param original the text to begin with. A draft with the same text is not stored.
 * @param originalPictures the pictures to begin with, always the same list
 */
export function useDraft(place: string, original = '', originalPictures = NO_PICTURES) {
  const key = `${useViewer()._id}/${place}`
  const draft = useStored(key) ?? NOTHING
  const isNothing = draft === NOTHING

  useEffect(() => openDraft(key), [key])
  useEffect(() => {
    if (!isNothing) adoptDraft(key)
  }, [key, isNothing])

  const change = useCallback(
    (part: Partial<Draft>) => {
      const changed = { text: original, ...readDraft(key), ...part }
      if ('pictures' in part) delete changed.hasLostPicture
      // An empty text can be sent, too.
      const isSent = changed.queue?.length || changed.tried?.content === changed.text
      const hasPictures = changed.pictures && changed.pictures.length + originalPictures.length > 0
      const saysSomething = changed.text !== original || hasPictures || isSent
      writeDraft(key, saysSomething ? changed : undefined)
    },
    [key, original, originalPictures],
  )
  const discard = useCallback(() => writeDraft(key, undefined), [key])
  /** The current draft, for code that runs after an `await`. */
  const now = useCallback(() => readDraft(key) ?? NOTHING, [key])
  const picturesNow = useCallback(
    () => readDraft(key)?.pictures ?? originalPictures,
    [key, originalPictures],
  )

  const { pictures = originalPictures, queue = NO_QUEUE, tried, hasLostPicture } = draft
  const failure = failureOf(key)
  /** Says in the form what happened to the pictures, or will; or that the text may be posted already. */
  const problem = hasLostPicture
    ? 'Your picture could not be kept. Please add it again.'
    : pictures.some(({ blob }) => blob) && failure
      ? `${REASONS[failure]}: the picture is lost if you leave before you post it.`
      : tried?.isUnanswered
        ? UNANSWERED
        : undefined
  const text = isNothing ? original : draft.text
  return { key, text, pictures, picturesNow, queue, tried, problem, change, discard, now }
}

/**
 * The draft at `key`. Unlike `useSyncExternalStore`, which subscribes in a passive effect, it subscribes before the field is
 * painted: after a first render in a transition, passive effects run up to 250 ms later. A key pressed before would change
 * the draft but not the field, which React would then reset.
 */
function useStored(key: string): Draft | undefined {
  const [, setStored] = useState(() => readDraft(key))
  const [, setFailed] = useState(() => failureOf(key))
  useLayoutEffect(() => {
    const update = () => {
      setStored(readDraft(key))
      setFailed(failureOf(key))
    }
    update()
    return onDrafts(update)
  }, [key])
  return readDraft(key)
}
