import type { CallName } from '../src/contract/calls.ts'
import type { UserRow } from './data/tables.ts'
import type { HostOptions } from './server-options.ts'

/**
 * Counts a write for the quotas of a host that has some.
 * @param sent the body as it was sent: its text, or the fields of its form
 * @throws ApiError 429 when the user has written too much
 */
export function admitWrite(
  { admit }: HostOptions,
  user: UserRow,
  name: CallName,
  body: unknown,
  sent: string | FormData = '',
): void {
  const isText = typeof sent === 'string'
  const parts = isText ? [sent] : [...sent.values()]
  const { userData, password } = Object(body) as Record<'userData' | 'password', unknown>
  const hashes = Boolean(password || (Object(userData) as { password?: unknown }).password)
  const isReport = name.includes('/report/')
  admit?.(user, { bytes: new Blob(parts).size, isText, hashes, isReport })
}
