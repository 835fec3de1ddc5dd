import { type CompositionEvent, useLayoutEffect, useRef, useState } from 'react'

/**
 * Keeps the text of a field as it is while an input method composes a part of it: a new value would end the composition, and leave what
 * was composed in the text twice. What has changed meanwhile, such as a refused text that came back, is shown afterwards.
 */
export function useComposingText(text: string, onText: (text: string) => void) {
  /** The text of the field while a part of it is composed. */
  const [composing, setComposing] = useState<string>()
  /** The field whose text is replaced, and the distance of the caret from its end. */
  const ended = useRef<{ area: HTMLTextAreaElement; tail: number }>(undefined)

  useLayoutEffect(() => {
    if (composing !== undefined || !ended.current) return
    const { area, tail } = ended.current
    ended.current = undefined
    const caret = area.textLength - tail
    area.setSelectionRange(caret, caret)
  }, [composing])

  /** The field was changed to this text. */
  function change(typed: string) {
    if (composing === undefined) return onText(typed)
    setComposing(typed)
    return onText(withTyped(text, composing, typed))
  }
  return {
    shown: composing ?? text,
    change,
    onCompositionStart: ({ currentTarget }: CompositionEvent<HTMLTextAreaElement>) =>
      setComposing(currentTarget.value),
    onCompositionEnd({ currentTarget: area }: CompositionEvent<HTMLTextAreaElement>) {
      // Firefox reports the last change afterwards.
      if (area.value !== composing) change(area.value)
      if (text !== composing) ended.current = { area, tail: area.textLength - area.selectionEnd }
      setComposing(undefined)
    },
  }
}

/** The text with a change that was typed into what it was before. */
export function withTyped(text: string, before: string, typed: string): string {
  if (text.endsWith(before)) return text.slice(0, text.length - before.length) + typed
  if (text.startsWith(before)) return typed + text.slice(before.length)
  const removed = before.endsWith(text) ? before.slice(0, before.length - text.length) : ''
  return typed.startsWith(removed) ? typed.slice(removed.length) : typed
}
