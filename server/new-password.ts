import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'
const SYMBOLS = '!@#$%&*'

/** A random password that the form accepts (R3.8), without characters that look alike. */
export function newPassword(): string {
  const some = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('')
  return some(LETTERS + LETTERS.toUpperCase(), 10) + some(DIGITS, 3) + some(SYMBOLS, 2)
}
