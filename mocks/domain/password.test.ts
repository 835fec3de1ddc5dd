import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './password.ts'

test('a stored password contains neither the password nor an earlier hash of it', async () => {
  const [first, second] = [await hashPassword('Torque#1'), await hashPassword('Torque#1')]
  expect(first).toMatch(/^pbkdf2\$100000\$[\w-]{22}\$[\w-]{43}$/)
  expect(first).not.toBe(second)
})

test.each(['Torque#1', 'é🏍️$$', ' ', 'x'.repeat(1000)])(
  'a hashed password matches itself and no similar text (case %#)',
  async (password) => {
    const stored = await hashPassword(password)
    expect(await passwordMatches(password, stored)).toBe(true)
    for (const other of [
      '',
      `${password} `,
      password.slice(1),
      password.toLowerCase().concat('x'),
    ]) {
      expect(await passwordMatches(other, stored)).toBe(false)
    }
  },
)

test('a plain password of a seed matches itself and no similar text', async () => {
  for (const stored of ['Boxer#1976', 'Clipon$400', 'a$b$c$d']) {
    expect(await passwordMatches(stored, stored)).toBe(true)
    const others = ['', stored.slice(0, -1), `${stored}x`, stored.toUpperCase(), stored + stored]
    for (const other of others) expect(await passwordMatches(other, stored)).toBe(false)
  }
})

test('a hash is not accepted as a password', async () => {
  const stored = await hashPassword('Torque#1')
  expect(await passwordMatches(stored, stored)).toBe(false)
})
