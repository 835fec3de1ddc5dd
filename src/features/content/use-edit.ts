import { useDraft } from '../../data/drafts/use-draft.ts'

/** A text being edited, as a draft until it is sent or dropped. */
export function useEdit(id: string, original: string, send: (content: string) => Promise<unknown>) {
  const { text, change, discard, now } = useDraft(`edit/${id}`, original)
  return {
    text,
    onText: (changed: string) => change({ text: changed }),
    /**
     * Send the text. The draft stays until the API has it; text typed in the meantime stays as a draft.
     * @throws as `send` does, which reports it; what was typed stays
     */
    async submit(): Promise<void> {
      await send(text)
      if (now().text === text) discard()
    },
    discard,
  }
}
