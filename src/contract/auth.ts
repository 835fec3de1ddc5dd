import * as v from 'valibot'
import type { CallTable } from './call.ts'
import { codePointsUpTo, textUpTo } from './checks.ts'
import { PictureUrl } from './content.ts'
import { User } from './entities.ts'
import { apiErrors } from './errors.ts'
import { TEXT_LIMITS } from './text-limits.ts'

const showsSomething = v.regex<string, string>(
  /[^\s\p{Default_Ignorable_Code_Point}]/u,
  'must not be empty',
)

const isShort = codePointsUpTo(TEXT_LIMITS.name)

/**
 * With an override of the direction (UTS #55, 3.1), or a character that shows nothing, one name could look like another.
 * U+2800 is an empty pattern of Braille.
 */
const isVisible = v.regex<string, string>(
  /^\s*[^\p{Cc}\u202d\u202e\u2800\ufff9-\ufffb]*\s*$/u,
  'must not contain control characters, or characters that show nothing or reverse the others',
)

/** A name as it may be stored: not only white space or invisible code points. */
export const StoredName = v.pipe(v.string(), showsSomething)

/** A new name. It is stored trimmed. */
export const Name = v.pipe(v.string(), isShort, showsSomething, isVisible)

const isNoDot = v.regex<string, string>(
  /^(?!\s*\.\.?\s*$)/,
  'must not be . or .., which no address can hold',
)

/** A username as it may be stored. URLs resolve dots: `/api/posts/user/..` is `/api/posts`. */
export const StoredUsername = v.pipe(v.string(), showsSomething, isNoDot)

/** The username of a log-in. The limit of guesses accepts the same texts, so that none evades it. */
export const LogInUsername = v.pipe(v.string(), isShort)

/** A new username, as a person types it. It is compared without regard to case (R3.4). */
export const Username = v.pipe(v.string(), isShort, showsSomething, isNoDot, isVisible)

const Password = textUpTo(TEXT_LIMITS.password)

const PhotoChange = v.object({
  default: v.optional(PictureUrl),
  chosen: v.optional(PictureUrl),
  alt: v.optional(textUpTo(TEXT_LIMITS.alt)),
})

/** A new password; an empty one means unchanged (R9.2). */
export const NewPassword = v.optional(Password)

/** The profile fields that a user may set, at sign-up and later; any other field is stored as sent. */
export const profileEntries = {
  name: v.optional(Name),
  firstName: v.optional(Name),
  bio: v.optional(textUpTo(TEXT_LIMITS.bio)),
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
  'sessions',
]

/** The calls of R12.3. */
export const authCalls = {
  'POST /api/auth/login': {
    issuesToken: true,
    status: 200,
    body: v.object({ username: LogInUsername, password: Password }),
    reply: v.object({
      foundUser: User,
      encodedToken: v.string(),
      /** The password works only once, so the user needs a new one. */
      mustSetPassword: v.optional(v.boolean()),
    }),
    refuses: [apiErrors.notRegistered, apiErrors.wrongPassword],
  },
  'POST /api/auth/signup': {
    writes: true,
    issuesToken: true,
    status: 201,
    body: v.looseObject({
      ...profileEntries,
      username: Username,
      password: v.pipe(Password, v.nonEmpty('must not be empty')),
      name: Name,
    }),
    reply: v.object({ createdUser: User, encodedToken: v.string() }),
    refuses: [apiErrors.usernameTaken, apiErrors.wrongPassword],
  },
  'POST /api/auth/verify': {
    status: 200,
    body: v.object({ encodedToken: textUpTo(TEXT_LIMITS.token) }),
    reply: v.object({ user: User }),
    refuses: [apiErrors.badToken],
  },
  'POST /api/auth/logout-others': {
    auth: true,
    writes: true,
    status: 200,
    reply: v.object({ user: User }),
    refuses: [apiErrors.guestIsShared],
  },
} as const satisfies CallTable
