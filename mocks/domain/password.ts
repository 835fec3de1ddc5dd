import { decode, encode } from 'jose/base64url'
import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'

const SCHEME = 'pbkdf2'
/** How the stored form begins that no password matches. */
export const NO_PASSWORD = 'none$'
/** Of a device, whose data lie open to who holds it. */
export const DEVICE_ITERATIONS = 100_000

/**
 * How many passwords are hashed at a time, each for about 80 ms on a thread, half a second at a club. Node has four, which files, compression and
 * signatures need too.
 */
const AT_ONCE = 2
/** As many wait for 4 s, 25 s at a club. */
export const MAX_WAITING = 100

/**
 * The stored form of a password that a person set: `pbkdf2$iterations$salt$hash`.
 * @throws ApiError 503 when too many others are being hashed
 */
export async function hashPassword(password: string, iterations: number): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await derive(password, salt, iterations)
  return [SCHEME, iterations, encode(salt), encode(hash)].join('$')
}

/**
 * Compares `password` with the stored one, which is plain text for seeds (R3.17), else a hash.
 * @throws ApiError 503 when too many others are being hashed
 */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [scheme, iterations, salt, hash] = stored.split('$')
  if (scheme !== SCHEME || !salt || !hash) return equal(bytes(password), bytes(stored))
  const derived = await derive(
    password,
    decode(salt) as Uint8Array<ArrayBuffer>,
    Number(iterations),
  )
  return equal(derived, decode(hash))
}

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  const { subtle } = crypto
  return inTurn(async () => {
    const key = await subtle.importKey('raw', bytes(password), 'PBKDF2', false, ['deriveBits'])
    return new Uint8Array(await subtle.deriveBits(how, key, 256))
  })
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE) running += 1
  else if (waiting.length < MAX_WAITING) await new Promise<void>((next) => waiting.push(next))
  else throw new ApiError(apiErrors.busyPasswords, 5)
  try {
    return await work()
  } finally {
    // The place goes to the next one.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function bytes(text: string) {
  return new TextEncoder().encode(text)
}

/** Takes the same time wherever the values differ, which prevents timing attacks. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) {
    difference |= (a[index] ?? 0) ^ (b[index % b.length] ?? 0)
  }
  return difference === 0
}
