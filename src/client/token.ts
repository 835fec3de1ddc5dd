import { observable } from '../pwa/observable.ts'
import { localStore } from '../pwa/web-storage.ts'

const KEY = 'gearheads-token'

/** Whether the browser let us store nothing: the session and the drafts end when the page is closed. */
export const notStored = observable(false)

/** The session's token, in local storage; logging out clears it with everything else there. */
export const token = {
  key: KEY,
  read: (): string => localStore.get(KEY) ?? '',
  save: (encodedToken: string): void => notStored.set(!localStore.set(KEY, encodedToken)),
  forget: (): void => localStore.remove(KEY),
}
