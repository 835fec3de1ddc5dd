import { seedPasswords } from '../../contract/seed-passwords.ts'
import { fold } from '../../contract/words.ts'
import { isOwnApi } from './request/address.ts'

/** The passwords of the seeded users, which are public. */
export const passwords: ReadonlyMap<string, string> = new Map(Object.entries(seedPasswords))

/** The password of an account that an export or a saved request signs up. */
export const COPIED_PASSWORD = 'Copied#1'
/** In place of a password that was refused, and is not kept. */
const WRONG_PASSWORD = 'Not-it#1'

/** Whether an address is that of a call of this app that takes a password, for which there are placeholders. */
export const isAccountCall = (address: string) =>
  /\/api\/auth\/(login|signup)$/.test(address) && isOwnApi(address)

/**
 * Finds the passwords of sign-ups and log-ins, which are given in their order (R14.20). One that was not kept is empty,
 * and another with the same result takes its place.
 */
export function passwordFinder() {
  const accounts = new Map<string, unknown>(passwords)
  /**
   * @param status the expected one; undefined if any success may come
   * @returns the password to send; undefined if it is not known
   */
  return (address: string, body: unknown, status?: number): unknown => {
    const { username, password } = Object(body) as { username?: unknown; password?: unknown }
    const user = fold(String(username))
    const isOk = !status || status < 300
    // Calls of other hosts can have the same path.
    if (!isOwnApi(address)) return password
    if (/\/api\/auth\/signup$/.test(address)) {
      // One without a password is refused with 400.
      const own = password === '' && status !== 400 ? COPIED_PASSWORD : password
      if (isOk) accounts.set(user, own)
      return own
    }
    if (!/\/api\/auth\/login$/.test(address) || password !== '') return password
    return isOk ? accounts.get(user) : WRONG_PASSWORD
  }
}
