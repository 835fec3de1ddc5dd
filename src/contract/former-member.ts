import type { UserCopy } from './entities.ts'

/** The name under which posts of a removed account stay. Its username is that with a number. */
export const FORMER_MEMBER = 'Former member'

/** Whether a user has left and only their posts are here (`docs/product.md#R3.29`). Others cannot take such a username. */
export function isFormerMember({
  username,
  firstName,
}: Pick<UserCopy, 'username' | 'firstName'>): boolean {
  return firstName === FORMER_MEMBER && username.startsWith(FORMER_MEMBER)
}
