import type { User } from '../../src/contract/entities.ts'
import { succeed } from './client.ts'

export const PASSWORD = 'Torque#1'

export type Person = { user: User; token: string }

/** A user whom nobody else on the server has met. */
export async function newcomer(): Promise<Person> {
  const username = newUsername()
  const body = { username, password: PASSWORD, name: 'Contract Driver' }
  const { createdUser, encodedToken } = await succeed('POST /api/auth/signup', { body })
  return { user: createdUser, token: encodedToken }
}

export function newUsername(): string {
  return `contract-${crypto.randomUUID()}`
}

/** Three users for many tests: a sign-up takes long, because passwords are hashed. */
export function people(): Promise<{ author: Person; reader: Person; stranger: Person }> {
  known ??= Promise.all([newcomer(), newcomer(), newcomer()]).then(
    ([author, reader, stranger]) => ({ author, reader, stranger }),
  )
  return known
}
let known: ReturnType<typeof people> | undefined
