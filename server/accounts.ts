import { ApiError } from '../mocks/api-error.ts'
import { emptyDataSet, replaceData } from '../mocks/data/data-set.ts'
import type { Database } from '../mocks/data/database.ts'
import { seedPosts } from '../mocks/data/seed/posts.ts'
import { seedUsers } from '../mocks/data/seed/users.ts'
import { usersNamed } from '../mocks/domain/profile.ts'
import { handleRequest } from '../mocks/pipeline.ts'
import type { ServerOptions } from '../mocks/server-options.ts'
import type { ErrorBody } from '../src/contract/errors.ts'
import { newPassword } from './new-password.ts'

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
export async function createAccount(
  server: ServerOptions,
  username: string,
): Promise<string | undefined> {
  const named = await server.database.read((tx) => usersNamed(tx, username))
  if (named.length > 0) return undefined
  const password = newPassword()
  const init = { method: 'POST', body: JSON.stringify({ username, password, name: username }) }
  const request = new Request('http://localhost/api/auth/signup', init)
  const host = { ...server, admitSignUp: undefined }
  const reply = await handleRequest(host, request, { name: 'POST /api/auth/signup', params: {} })
  if (reply.ok) return password
  const { error }: ErrorBody = await reply.json()
  throw new ApiError({ status: reply.status, text: error[0] ?? '' })
}
