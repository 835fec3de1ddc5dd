import { toast } from '../../ui/toast.ts'

/** Opens the share sheet of the device; without one, copies the address. */
export async function sharePost(title: string, url: string): Promise<void> {
  try {
    if (navigator.share) await navigator.share({ title, url })
    else {
      await navigator.clipboard.writeText(url)
      toast('success', 'Link copied')
    }
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    if (!isCancelled) toast('error', "Can't share this link")
  }
}
