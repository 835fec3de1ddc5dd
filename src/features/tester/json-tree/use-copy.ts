import { useEffect, useState } from 'react'

/** How long the tick of a copied row stays (spec §9). */
const COPIED_MS = 5500

/**
 * The clipboard, with the row that was copied last. Where the browser keeps the clipboard from us
 * (no permission, plain http), `byHand` is the text for people to copy themselves.
 */
export function useCopy() {
  const [copied, setCopied] = useState<{ id: string }>()
  const [byHand, setByHand] = useState<{ id: string; text: string }>()

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(undefined), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(id: string, text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied({ id })
      return true
    } catch {
      setByHand({ id, text })
      return false
    }
  }

  return { copiedId: copied?.id, byHand, closeByHand: () => setByHand(undefined), copy }
}
