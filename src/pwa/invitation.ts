import { INVITATION_PARAM } from '../contract/invitation.ts'
import { observable } from './observable.ts'
import { scoped } from './scoped.ts'
import { localStore } from './web-storage.ts'

/** In local storage: the app can be installed, or closed, before the sign-up. */
const KEY = scoped('gearheads-invitation')

/**
 * The last invitation that was opened here, unless a user has logged in since, or the club refused it: then the reason,
 * until the page is closed.
 */
export const invitation = observable<{ token?: string; refusal?: string }>({
  token: localStore.get(KEY),
})

/** Keeps the invitation of the address of this page, if it has one. @param hash without its `#` */
export function keepInvitation(hash: string): void {
  const token = new URLSearchParams(hash).get(INVITATION_PARAM)
  if (!token) return
  localStore.set(KEY, token)
  invitation.set({ token })
}

export function forgetInvitation(refusal?: string): void {
  localStore.remove(KEY)
  invitation.set({ refusal })
}
