import { decode, encode } from 'jose/base64url'

const SCHEME = 'pbkdf2'
const ITERATIONS = 100_000

/** The stored form of a password that a person set: `pbkdf2$iterations$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await derive(password, salt, ITERATIONS)
  return [SCHEME, ITERATIONS, encode(salt), encode(hash)].join('$')
}

/** Compares `password` with the stored one, which is plain text for seeds (R3.17), else a hash. */
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
  const key = await crypto.subtle.importKey('raw', bytes(password), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 256))
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
