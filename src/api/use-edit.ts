import { useState } from 'react'
import { useDraft } from './drafts/use-draft.ts'

/** A text being edited, as a draft until it is sent or dropped. */
export function useEdit(id: string, original: string, send: (content: string) => Promise<unknown>) {
  const { text, change, discard } = useDraft(`edit/${id}`, original)
  const [busy, setBusy] = useState(false)
  return {
    text,
    onText: (changed: string) => change({ text: changed }),
    busy,
    /** A rejection of `send` is reported where it comes from; what was typed stays. */
    async submit(done: () => void) {
      setBusy(true)
      try {
        await send(text)
        discard()
        done()
      } catch {
        // Reported already.
      } finally {
        setBusy(false)
      }
    },
    discard,
  }
}
