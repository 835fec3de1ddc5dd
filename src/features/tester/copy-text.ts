import { copyText } from '../../ui/copy-text.ts'
import { toast } from '../../ui/toast.ts'
import { LinkError } from './link.ts'

/** Copies a text, and says so. */
export async function copyAndSay(text: Promise<string>, done: string): Promise<void> {
  try {
    const isCopied = await copyText(text)
    toast(isCopied ? 'success' : 'error', isCopied ? done : 'Could not copy')
  } catch (error) {
    if (!(error instanceof LinkError)) console.error(error)
    toast('error', error instanceof LinkError ? error.message : 'Could not copy')
  }
}
