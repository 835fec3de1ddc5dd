import { loadLanding } from '../pwa/reload.ts'
import { forgetDrafts } from './drafts/draft-store.ts'

/**
 * Clear all local storage, what was shown last among it, and load the landing screen (spec §2). What the user
 * was writing goes too: whoever has the device next is somebody else.
 */
export async function logOut(userId = ''): Promise<void> {
  localStorage.clear()
  await forgetDrafts(userId).finally(loadLanding)
}
