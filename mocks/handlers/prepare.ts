import type { Body, CallName, Params } from '../../src/contract/calls.ts'
import type { Database } from '../data/database.ts'
import type { UserRow } from '../data/tables.ts'
import { readAccountState, useOneTimePassword } from '../domain/account-state.ts'
import { latestCommenters } from '../domain/notify.ts'
import { hashPassword, passwordMatches } from '../domain/password.ts'
import { usersNamed } from '../domain/profile.ts'
import { userOfToken } from '../domain/token.ts'

type Given<Name extends keyof Prepared> = {
  body: Body<Name>
  params: Params<Name>
  database: Database
  /** The token of the request. */
  token: string
}

/** The results of {@link prepare}, by call. */
export type Prepared = {
  /** The user whose password matches. */
  'POST /api/auth/login': UserRow | undefined
  /** The hash of the password. */
  'POST /api/auth/signup': string
  'POST /api/users/edit': string | undefined
  /** The `_id`s of those who commented before. */
  'POST /api/comments/add/:postId': string[]
  /** The stored password of the viewer, if the given one matches it. */
  'POST /api/account/delete': string | undefined
}

const preparations: {
  [Name in keyof Prepared]: (given: Given<Name>) => Promise<Prepared[Name]>
} = {
  async 'POST /api/auth/login'({ body, database }) {
    for (const user of await database.read((tx) => usersNamed(tx, body.username))) {
      if (await passwordMatches(body.password, user.password)) {
        return (await canBeUsed(user, database)) ? user : undefined
      }
    }
    return undefined
  },

  'POST /api/auth/signup': ({ body }) => hashPassword(body.password),

  async 'POST /api/users/edit'({ body: { userData } }) {
    return userData.password ? hashPassword(userData.password) : undefined
  },

  'POST /api/comments/add/:postId': ({ params, database }) =>
    database.read((tx) => latestCommenters(tx, params.postId)),

  async 'POST /api/account/delete'({ body, database, token }) {
    const viewer = await database.read((tx) => userOfToken(tx, token))
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
 * Does the work of a call that takes long, before its transaction: a password hash takes about 80 ms, for which all
 * other writers would wait, and so it does reads with which comments at the same time would conflict.
 */
export async function prepare(
  { name, params }: { name: CallName; params: object },
  body: unknown,
  { database, token }: Pick<Given<keyof Prepared>, 'database' | 'token'>,
): Promise<unknown> {
  if (!Object.hasOwn(preparations, name)) return undefined
  const work = preparations[name as keyof Prepared] as (given: unknown) => Promise<unknown>
  return work({ body, params, database, token })
}
