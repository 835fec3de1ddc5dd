import type { Photo } from '../../src/contract/entities.ts'
import { refusals } from '../../src/contract/refusals.ts'
import { hashPassword } from '../credentials/password.ts'
import { currentUrl } from '../pictures/kept-pictures.ts'
import { Refused } from '../refused.ts'
import type { UserRow } from '../store/rows.ts'
import type { Transaction } from '../store/transaction.ts'

/** Fields that only the server writes: a merge passes them over, whoever sends them (design §5). */
const SERVER_OWNED = [
  '_id',
  'id',
  'followers',
  'following',
  'bookmarks',
  'liked',
  'createdAt',
  'updatedAt',
  'extra',
]

/** Fields of a profile as sign-up and edit take them; those beyond the named go to `extra`. */
export type ProfileFields = {
  [field: string]: unknown
  username?: string
  password?: string
  name?: string
  firstName?: string
  bio?: string
  profilePhoto?: Partial<Photo>
  coverPhoto?: Partial<Photo>
}

/**
 * `user` with `fields` merged in. An empty password means unchanged.
 * @throws Refused 422 when the username is another's
 */
export async function withProfile<User extends Omit<UserRow, '_id' | 'id'>>(
  tx: Transaction,
  user: User,
  { username, password, name, firstName, bio, profilePhoto, coverPhoto, ...rest }: ProfileFields,
): Promise<User> {
  if (username !== undefined && username !== user.username) await mustBeFree(tx, username)
  return {
    ...user,
    username: username ?? user.username,
    password: password ? await hashPassword(password) : user.password,
    name: name ?? user.name,
    firstName: firstName ?? user.firstName,
    bio: bio ?? user.bio,
    profilePhoto: await withPhoto(tx, user.profilePhoto, profilePhoto),
    coverPhoto: await withPhoto(tx, user.coverPhoto, coverPhoto),
    extra: { ...user.extra, ...withoutServerOwned(rest) },
  }
}

async function withPhoto(tx: Transaction, photo: Photo, change?: Partial<Photo>): Promise<Photo> {
  const merged = { ...photo, ...change }
  return { ...merged, chosen: (await currentUrl(tx, merged.chosen)) ?? '' }
}

async function mustBeFree(tx: Transaction, username: string): Promise<void> {
  if (await tx.find('users', 'username', username)) throw new Refused(refusals.usernameTaken)
}

function withoutServerOwned(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !SERVER_OWNED.includes(key)))
}
