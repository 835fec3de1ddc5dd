import { toast } from '../../ui/toast.ts'
import { ScenarioError } from './scenario/scenario-link.ts'

/**
 * Copies a text and says so. Takes a promise because Safari allows a clipboard write only synchronously in the click
 * handler.
 */
export async function copyText(text: Promise<string>, done: string): Promise<void> {
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }))
  // Reported below.
  blob.catch(() => undefined)
  try {
    await Promise.all([
      text,
      navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]),
    ])
    toast('success', done)
  } catch (error) {
    if (error instanceof ScenarioError) return toast('error', error.message)
    console.error(error)
    toast('error', 'Could not copy')
  }
}
