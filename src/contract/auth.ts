import * as v from 'valibot'
import type { CallTable } from './call.ts'
import { PictureUrl } from './content.ts'
import { User } from './entities.ts'
import { apiErrors } from './errors.ts'

const showsSomething = v.regex<string, string>(
  /[^\s\p{Default_Ignorable_Code_Point}]/u,
  'must not be empty',
)

/** A name: not only white space or invisible code points. It is stored trimmed. */
export const Name = v.pipe(v.string(), showsSomething)

/**
 * A username as a person types it. It is compared without regard to case (R3.4). A trailing dot is not allowed,
 * because URLs resolve dots: `/api/posts/user/..` is `/api/posts`.
 */
export const Username = v.pipe(
  v.string(),
  showsSomething,
  v.regex(/^(?!\s*\.\.?\s*$)/, 'must not be . or .., which no address can hold'),
)

const PhotoChange = v.object({
  default: v.optional(PictureUrl),
  chosen: v.optional(PictureUrl),
  alt: v.optional(v.string()),
})

/** The profile fields that a user may set, at sign-up and later; any other field is stored as sent. */
export const profileEntries = {
  name: v.optional(Name),
  firstName: v.optional(Name),
  bio: v.optional(v.string()),
  profilePhoto: v.optional(PhotoChange),
  coverPhoto: v.optional(PhotoChange),
}

/** Fields that only the back end writes: a merge ignores them in every request (R3.2). */
export const serverOwned: readonly string[] = [
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

/** The calls of R12.3. */
export const authCalls = {
  'POST /api/auth/login': {
    summary: 'Log in with a username and a password.',
    safe: true,
    status: 200,
    body: v.object({ username: v.string(), password: v.string() }),
    reply: v.object({ foundUser: User, encodedToken: v.string() }),
    refuses: [apiErrors.notRegistered, apiErrors.wrongPassword],
  },
  'POST /api/auth/signup': {
    summary: 'Create an account. Other fields than those listed are stored on the user.',
    status: 201,
    body: v.looseObject({
      ...profileEntries,
      username: Username,
      password: v.pipe(v.string(), v.nonEmpty('must not be empty')),
      name: Name,
    }),
    reply: v.object({ createdUser: User, encodedToken: v.string() }),
    refuses: [apiErrors.usernameTaken],
  },
  'POST /api/auth/verify': {
    summary: 'Return the user a token belongs to.',
    safe: true,
    status: 200,
    body: v.object({ encodedToken: v.string() }),
    reply: v.object({ user: User }),
    refuses: [apiErrors.badToken],
  },
} as const satisfies CallTable
