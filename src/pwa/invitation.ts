import { INVITATION_PARAM } from '../contract/invitation.ts'
import { localStore } from './web-storage.ts'

/** In local storage: the app can be installed, or closed, before the sign-up. */
const KEY = 'gearheads-invitation'

/** Keeps the invitation of the address of this page, if it has one. @param hash without its `#` */
export function keepInvitation(hash: string): void {
  const invitation = new URLSearchParams(hash).get(INVITATION_PARAM)
  if (invitation) localStore.set(KEY, invitation)
}

/** The last invitation that was opened here; `undefined` if none, or if somebody has logged in since. */
export const invitation = () => localStore.get(KEY) ?? undefined

export const forgetInvitation = () => localStore.remove(KEY)
