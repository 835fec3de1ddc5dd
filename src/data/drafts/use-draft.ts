import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useViewer } from '../auth.ts'
import {
  adoptDraft,
  type Draft,
  onDrafts,
  openDraft,
  readDraft,
  writeDraft,
} from './draft-store.ts'

const NOTHING: Draft = { text: '' }

/**
 * The viewer's draft in one place. It survives reload, crash and update, until it is sent or discarded, or
 * the viewer logs out.
 * @param place such as `post` or `edit/<_id>`: each place has its own draft
 * @param original the text to begin with. A draft with the same text is not stored.
 */
export function useDraft(place: string, original = '') {
  const key = `${useViewer()._id}/${place}`
  const draft = useSyncExternalStore(onDrafts, () => readDraft(key)) ?? NOTHING
  const isNothing = draft === NOTHING

  useEffect(() => openDraft(key), [key])
  useEffect(() => {
    if (!isNothing) adoptDraft(key)
  }, [key, isNothing])

  const change = useCallback(
    (part: Partial<Draft>) => {
      const changed = { text: original, ...readDraft(key), ...part }
      // An empty text can be sent, too.
      const isSent = changed.sent?.content === changed.text
      const saysSomething = changed.text !== original || changed.picture || isSent
      writeDraft(key, saysSomething ? changed : undefined)
    },
    [key, original],
  )
  const discard = useCallback(() => writeDraft(key, undefined), [key])
  /** The current draft, for code that runs after an `await`. */
  const now = useCallback(() => readDraft(key) ?? NOTHING, [key])

  return { text: isNothing ? original : draft.text, picture: draft.picture, change, discard, now }
}
