import { ApiError } from '../mocks/api-error.ts'
import type { Database } from '../mocks/database.ts'
import { hashPassword, passwordMatches } from '../mocks/domain/password.ts'
import { usersNamed } from '../mocks/domain/profile.ts'
import { userOfToken } from '../mocks/domain/token.ts'
import type { Host } from '../mocks/host.ts'
import { handleRequest } from '../mocks/pipeline.ts'
import { emptyDataSet, replaceData } from '../mocks/seed/data-set.ts'
import { seedPosts } from '../mocks/seed/posts.ts'
import { seedUsers } from '../mocks/seed/users.ts'
import { apiErrors, type ErrorBody } from '../src/contract/errors.ts'
import { newPassword } from './new-password.ts'

/** Makes the check that a new password comes with the current one: a stolen token is not enough (R9.13). */
export const demandPassword =
  (database: Database): Host['checkPassword'] =>
  async (token, password = '') => {
    const user = await database.read((tx) => userOfToken(tx, token))
    const matches = user && (await passwordMatches(password, user.password))
    if (!matches) throw new ApiError(apiErrors.wrongPassword)
  }

/**
 * Replaces the hash of a user who logs in if it was made with fewer iterations (R3.17). The log-in works without it, and
 * the next one tries again.
 */
export function renewHashes(database: Database, iterations: number): Host['renewHash'] {
  return async (user, password) => {
    const [scheme, made] = user.password.split('$')
    // The public passwords of seeds stay plain.
    if (scheme !== 'pbkdf2' || Number(made) >= iterations) return user
    try {
      const hash = await hashPassword(password, iterations)
      const current = await database.write(async (tx) => {
        const row = await tx.get('users', user._id)
        if (row?.password !== user.password) return row
        const renewed = { ...row, password: hash }
        await tx.put('users', renewed)
        return renewed
      })
      if (current?.password === hash) return current
      // Another log-in was first, or the password is a new one.
      return current && (await passwordMatches(password, current.password)) ? current : user
    } catch {
      return user
    }
  }
}

/**
 * Removes the seed from new data: the passwords of its users are public.
 * @throws when such an account is in data that are in use
 */
export async function removeSeed(database: Database): Promise<void> {
  await database.write(async (tx) => {
    const rows = await Promise.all(seedUsers.map(({ _id }) => tx.get('users', _id)))
    const isPublic = seedUsers.some(({ password }, index) => rows[index]?.password === password)
    if (!isPublic) return
    const isNew =
      (await tx.count('users')) === seedUsers.length &&
      (await tx.count('posts')) === seedPosts.length
    if (!isNew) {
      throw new Error(
        'These data have accounts with public passwords, from a server with --controls. Use other data.',
      )
    }
    await replaceData(tx, emptyDataSet())
  })
}

/**
 * Creates an account, also at a club that takes no new members.
 * @returns its password, which the form accepts (R3.8), or `undefined` if the account exists
 * @throws Error with the text of the API
 */
export async function createAccount(server: Host, username: string): Promise<string | undefined> {
  const named = await server.database.read((tx) => usersNamed(tx, username))
  if (named.length > 0) return undefined
  const password = newPassword()
  const init = { method: 'POST', body: JSON.stringify({ username, password, name: username }) }
  const request = new Request('http://localhost/api/auth/signup', init)
  const host = { ...server, admitSignUp: async () => () => undefined }
  const reply = await handleRequest(host, request, { name: 'POST /api/auth/signup', params: {} })
  if (reply.ok) return password
  const { error }: ErrorBody = await reply.json()
  throw new ApiError({ status: reply.status, text: error[0] ?? '' })
}
