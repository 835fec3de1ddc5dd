/**
 * Copies a text. Takes a promise, too, because Safari allows a copy only synchronously in the click handler.
 * @returns false if the browser refuses, or has no clipboard, as on plain http
 * @throws the error of the promise
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    else {
      const blob = blobOf(text)
      // The browser may refuse before it looks at it.
      blob.catch(() => undefined)
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    }
    return true
  } catch {
    await text
    return false
  }
}

async function blobOf(text: Promise<string>): Promise<Blob> {
  return new Blob([await text], { type: 'text/plain' })
}
