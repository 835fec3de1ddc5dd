import { toast } from '../../../ui/toast.ts'

/**
 * Copies a text and says so.
 * @param text a promise, because Safari allows a clipboard write only synchronously in the click handler
 */
export async function copyText(kind: string, text: Promise<string>): Promise<void> {
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    toast('success', `Copied as ${kind}`)
  } catch (error) {
    console.error(error)
    toast('error', 'Could not copy')
  }
}
