/**
 * Copies a text. Takes a promise, too, because Safari allows a copy only synchronously in the click handler.
 * @returns false if the browser refuses
 * @throws the error of the promise
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  // Only secure contexts have the Clipboard API.
  if (!navigator.clipboard) return copyByCommand(await text)
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

/** With the text in the event: a field outside an open dialog could not be selected. */
function copyByCommand(text: string): boolean {
  const write = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', write)
  // WebKit copies only with a selection.
  getSelection()?.selectAllChildren(document.body)
  const isCopied = document.execCommand('copy')
  getSelection()?.removeAllRanges()
  document.removeEventListener('copy', write)
  return isCopied
}
