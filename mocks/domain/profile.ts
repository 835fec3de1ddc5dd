import { extraFields } from '../../src/contract/auth.ts'
import { tooLong } from '../../src/contract/checks.ts'
import type { Photo } from '../../src/contract/entities.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { FORMER_USERNAME } from '../../src/contract/former-member.ts'
import { guest } from '../../src/contract/guest.ts'
import { TEXT_LIMITS } from '../../src/contract/text-limits.ts'
import { fold } from '../../src/contract/words.ts'
import { ApiError, quote } from '../api-error.ts'
import type { UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import { currentUrl } from './kept-pictures.ts'

/** Profile fields of sign-up and edit; those without a name here go to `extra`. */
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
 * `user` with `fields` merged in, names trimmed. A password is given as its hash.
 * @param path of `fields` in the body: `userData.`
 * @throws ApiError 422 when the username is taken or reserved, 400 when a picture does not exist here
 */
export async function withProfile<User extends Omit<UserRow, '_id' | 'id'> & { _id?: string }>(
  tx: Transaction,
  user: User,
  { username, password, name, firstName, bio, profilePhoto, coverPhoto, ...rest }: ProfileFields,
  path = '',
): Promise<User> {
  const isRenamed = username !== undefined && username !== user.username
  if (isRenamed) await mustBeFree(tx, username, user)
  return {
    ...user,
    username: isRenamed ? username.trim() : user.username,
    password: password ?? user.password,
    name: name?.trim() ?? user.name,
    firstName: firstName?.trim() ?? user.firstName,
    bio: bio ?? user.bio,
    profilePhoto: await withPhoto(tx, user.profilePhoto, profilePhoto, `${path}profilePhoto`),
    coverPhoto: await withPhoto(tx, user.coverPhoto, coverPhoto, `${path}coverPhoto`),
    extra: withExtra(user.extra, extraFields(rest), path),
  }
}

async function withPhoto(
  tx: Transaction,
  photo: Photo,
  change: Partial<Photo> = {},
  path: string,
): Promise<Photo> {
  const merged = { ...photo, alt: photo.alt }
  for (const part of ['default', 'chosen'] as const) {
    // An unchanged address is valid even if its picture is gone.
    if (change[part] === undefined || change[part] === photo[part]) continue
    merged[part] = (await currentUrl(tx, change[part], `${path}.${part}`)) ?? ''
  }
  // A description belongs to one photo.
  if (merged.chosen !== photo.chosen) merged.alt = undefined
  if (change.alt !== undefined) merged.alt = (merged.chosen && change.alt.trim()) || undefined
  return merged
}

/** The guest's name is reserved even while there is no guest: the app contains the guest's password. */
async function mustBeFree(
  tx: Transaction,
  username: string,
  { _id }: { _id?: string },
): Promise<void> {
  const others = (await usersNamed(tx, username)).filter((user) => user._id !== _id)
  const key = fold(username)
  const isGuests = key === fold(guest.username)
  if (others.length > 0 || isGuests || FORMER_USERNAME.test(key)) {
    throw new ApiError(apiErrors.usernameTaken)
  }
}

/**
 * The other fields of a user with some of them changed. Every replica of a club has them all.
 * @throws ApiError 400 when they become too long
 */
function withExtra(
  extra: Record<string, unknown>,
  changes: Record<string, unknown>,
  path: string,
): Record<string, unknown> {
  const lengthOf = (value: unknown) => JSON.stringify(value).length
  const merged = extraFields({ ...extra, ...changes })
  const length = lengthOf(merged)
  // Earlier, there was no limit.
  if (length > TEXT_LIMITS.extra && length > lengthOf(extra)) {
    const [longest = ''] = Object.keys(changes).sort(
      (a, b) => lengthOf(changes[b]) - lengthOf(changes[a]),
    )
    const text = `${path}${quote(longest, 50)}: ${tooLong(TEXT_LIMITS.extra)} with all other fields`
    throw new ApiError({ status: 400, text })
  }
  return merged
}

/**
 * The users with this name, in any spelling: one at most, except in data of earlier versions, for which more names were
 * different. Exact matches come first, then the oldest; log-in takes the first whose password matches.
 */
export async function usersNamed(tx: Transaction, username: string): Promise<UserRow[]> {
  const oldestFirst = (await tx.listBy('users', 'username', username)).toReversed()
  const isExact = (user: UserRow) => Number(user.username === username)
  return oldestFirst.sort((a, b) => isExact(b) - isExact(a))
}
