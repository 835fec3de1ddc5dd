import * as v from 'valibot'
import { type CallTable, json } from './call.ts'
import { codePointsUpTo, textUpTo } from './checks.ts'
import { PictureUrl } from './content.ts'
import { User } from './entities.ts'
import { apiErrors } from './errors.ts'
import { guest } from './guest.ts'
import { TEXT_LIMITS } from './text-limits.ts'
import { fold } from './words.ts'

const showsSomething = v.check<string, string>((text) => fold(text) !== '', 'must not be empty')

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

/** A picture of a profile, of which some fields change. */
export const PhotoChange = v.object({
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
]

/**
 * The fields of a user that are stored and shown as sent: without server-owned ones, and without secrets in the wrong place, such as
 * `currentPassword` or `confirmPassword`, which everybody could read (R3.17).
 */
export function extraFields(fields: Record<string, unknown>): Record<string, unknown> {
  const isExtra = (name: string) =>
    !serverOwned.includes(name) && !/password|^encodedToken$/i.test(name)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isExtra(name)))
}

/** The calls of R12.3. */
export const authCalls = {
  'POST /api/auth/login': {
    summary: 'Log in with a username and a password.',
    offline: 'club',
    issuesToken: true,
    status: 200,
    ...json(v.object({ username: LogInUsername, password: Password }), guest),
    reply: v.object({
      foundUser: User,
      encodedToken: v.string(),
      /** The password soon stops working for log-ins, so the user needs a new one. */
      mustSetPassword: v.optional(v.boolean()),
    }),
    refuses: [apiErrors.notRegistered, apiErrors.wrongPassword],
  },
  'POST /api/auth/signup': {
    summary: 'Create an account. Other fields are stored on the user.',
    offline: 'club',
    writes: true,
    issuesToken: true,
    status: 201,
    ...json(
      v.looseObject({
        ...profileEntries,
        username: Username,
        password: v.pipe(Password, v.minLength(1, 'must not be empty')),
        name: Name,
      }),
      { username: 'ada', password: 'Torque#1', name: 'Ada Lovell' },
    ),
    reply: v.object({ createdUser: User, encodedToken: v.string() }),
    refuses: [apiErrors.usernameTaken, apiErrors.wrongPassword],
  },
  'POST /api/auth/verify': {
    summary: 'Return the user a token belongs to.',
    offline: 'here',
    status: 200,
    ...json(v.object({ encodedToken: textUpTo(TEXT_LIMITS.token) }), {
      encodedToken: 'the encodedToken of a log-in',
    }),
    reply: v.object({ user: User }),
    refuses: [apiErrors.badToken],
  },
  'POST /api/auth/logout': {
    summary: 'End the session of a token. Other sessions of its user stay.',
    offline: 'club',
    writes: true,
    status: 200,
    ...json(v.object({ encodedToken: textUpTo(TEXT_LIMITS.token) }), {
      encodedToken: 'the encodedToken of a log-in',
    }),
    /** The `_id` of the user. */
    reply: v.object({ loggedOutUser: v.string() }),
    refuses: [apiErrors.badToken],
  },
  'POST /api/auth/logout-others': {
    summary: "End all other sessions of the viewer. That of the request's token stays.",
    offline: 'club',
    auth: true,
    writes: true,
    status: 200,
    reply: v.object({ user: User }),
    refuses: [apiErrors.guestIsShared],
  },
} as const satisfies CallTable
