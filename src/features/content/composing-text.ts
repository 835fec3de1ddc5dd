import { type CompositionEvent, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Keeps the text of a field as it is while an input method composes a part of it: a new value would end the composition, and leave what
 * was composed in the text twice. What has changed meanwhile, such as the rest of a text that turned out to be posted, is shown afterwards.
 */
export function useComposingText(text: string, onText: (text: string) => void) {
  /** The text of the field while a part of it is composed. */
  const [composing, setComposing] = useState<string>()

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
      const fromEnd = area.textLength - area.selectionEnd
      flushSync(() => setComposing(undefined))
      const caret = area.textLength - fromEnd
      if (text !== composing) area.setSelectionRange(caret, caret)
    },
  }
}

/** The text with a change that was typed into what it was before. */
export function withTyped(text: string, before: string, typed: string): string {
  if (text.startsWith(before)) return typed + text.slice(before.length)
  if (text.endsWith(before)) return text.slice(0, -before.length) + typed
  const removed = before.endsWith(text) ? before.slice(0, before.length - text.length) : ''
  return typed.startsWith(removed) ? typed.slice(removed.length) : typed
}
