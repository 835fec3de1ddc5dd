import type { Body, CallName, Params } from '../../src/contract/calls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import type { Database } from '../database.ts'
import { readAccountState, useOneTimePassword } from '../domain/account-state.ts'
import { hashPassword, passwordMatches } from '../domain/password.ts'
import { usersNamed } from '../domain/profile.ts'
import { isEnded, type Session, sessionToEnd, userOfToken } from '../domain/token.ts'
import type { Host } from '../host.ts'
import { latestCommenters } from '../notifications/notify.ts'
import type { UserRow } from '../store/tables.ts'

type Given<Name extends keyof Prepared> = {
  body: Body<Name>
  params: Params<Name>
  /** The token of the request. */
  token: string
  host: Host
}

/** The results of {@link prepare}, by call. */
export type Prepared = {
  /** The user whose password matches. */
  'POST /api/auth/login': UserRow | undefined
  /** The hash of the password. */
  'POST /api/auth/signup': string
  'POST /api/auth/logout': Session
  'POST /api/users/edit': string | undefined
  /** The `_id`s of those who commented before. */
  'POST /api/comments/add/:postId': string[]
  /** The stored password of the viewer, if the given one matches it. */
  'POST /api/account/delete': string | undefined
}

const preparations: {
  [Name in keyof Prepared]: (given: Given<Name>) => Promise<Prepared[Name]>
} = {
  async 'POST /api/auth/login'({ body, host: { database, renewHash } }) {
    for (const user of await database.read((tx) => usersNamed(tx, body.username))) {
      if (await passwordMatches(body.password, user.password)) {
        if (!(await canBeUsed(user, database))) return undefined
        return renewHash(user, body.password)
      }
    }
    return undefined
  },

  'POST /api/auth/signup': ({ body, host }) => hashPassword(body.password, host.iterations),

  // Before the transaction, because it needs no viewer: strangers cause no write.
  'POST /api/auth/logout': ({ body, host }) =>
    host.database.read(async (tx) => {
      const session = await sessionToEnd(tx, body.encodedToken)
      if (!session || (await isEnded(tx, session))) throw new ApiError(apiErrors.badToken)
      return session
    }),

  async 'POST /api/users/edit'({ body: { userData, currentPassword }, host, token }) {
    if (!userData.password) return undefined
    await host.checkPassword(token, currentPassword)
    return hashPassword(userData.password, host.iterations)
  },

  'POST /api/comments/add/:postId': ({ params, host }) =>
    host.database.read((tx) => latestCommenters(tx, params.postId)),

  async 'POST /api/account/delete'({ body, host, token }) {
    const viewer = await host.database.read((tx) => userOfToken(tx, token))
    const matches = viewer && (await passwordMatches(body.password, viewer.password))
    return matches ? viewer.password : undefined
  },
}

/** Uses up a one-time password, in a transaction of its own: a log-in changes nothing else. */
async function canBeUsed(user: UserRow, database: Database): Promise<boolean> {
  const { oneTime } = await database.read((tx) => readAccountState(tx, user))
  return !oneTime || database.write((tx) => useOneTimePassword(tx, user))
}

/**
 * Does the work of a call that takes long, before its transaction: a password hash takes 80 ms or more, for which all
 * other writers would wait, and so it does reads with which comments at the same time would conflict.
 */
export async function prepare(
  { name, params }: { name: CallName; params: object },
  body: unknown,
  host: Host,
  token: string,
): Promise<unknown> {
  const work = preparations[name as keyof Prepared] as
    | ((given: unknown) => Promise<unknown>)
    | undefined
  return work?.({ body, params, host, token })
}
