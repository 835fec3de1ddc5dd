import type { UserCopy } from './entities.ts'

/** The name under which posts of a removed account stay. Its username is that with a number. */
export const FORMER_MEMBER = 'Former member'

/** The usernames that removed accounts get, and those that look like one (`docs/product.md#R3.29`). */
export const FORMER_USERNAME = /^former\s+member\s+\d/i

/** Whether a user has left and only their posts are here. Others cannot take such a username. */
export function isFormerMember({
  username,
  firstName,
}: Pick<UserCopy, 'username' | 'firstName'>): boolean {
  return firstName === FORMER_MEMBER && FORMER_USERNAME.test(username)
}
