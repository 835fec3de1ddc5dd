import { useDraft } from '../../data/drafts/use-draft.ts'

/** A text being edited, as a draft until it is sent or dropped. */
export function useEdit(id: string, original: string, send: (content: string) => Promise<unknown>) {
  const { text, change, discard, now } = useDraft(`edit/${id}`, original)
  return {
    text,
    onText: (changed: string) => change({ text: changed }),
    /**
     * Send it. Until that is done the draft stays; what is typed meanwhile stays after it.
     * @throws as `send` does, which reports it; what was typed stays
     */
    async submit(): Promise<void> {
      await send(text)
      if (now().text === text) discard()
    },
    discard,
  }
}
