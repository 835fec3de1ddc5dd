import { expect, onTestFinished, test, vi } from 'vitest'
import { apiErrors } from '../../src/contract/errors.ts'
import { DEVICE_ITERATIONS, hashPassword, MAX_WAITING, passwordMatches } from './password.ts'

test('a stored password contains neither the password nor an earlier hash of it (R3.17)', async () => {
  const [first, second] = [
    await hashPassword('Torque#1', DEVICE_ITERATIONS),
    await hashPassword('Torque#1', DEVICE_ITERATIONS),
  ]
  expect(first).toMatch(/^pbkdf2\$100000\$[\w-]{22}\$[\w-]{43}$/)
  expect(first).not.toBe(second)
})

test.each(['Torque#1', 'é🏍️$$', ' ', 'x'.repeat(1000)])(
  'a hashed password matches itself and no similar text (case %#)',
  async (password) => {
    const stored = await hashPassword(password, DEVICE_ITERATIONS)
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

test('a plain password of a seed matches itself and no similar text (R3.17)', async () => {
  for (const stored of ['Boxer#1976', 'Clipon$400', 'a$b$c$d']) {
    expect(await passwordMatches(stored, stored)).toBe(true)
    const others = ['', stored.slice(0, -1), `${stored}x`, stored.toUpperCase(), stored + stored]
    for (const other of others) expect(await passwordMatches(other, stored)).toBe(false)
  }
})

test('a hash is not accepted as a password', async () => {
  const stored = await hashPassword('Torque#1', DEVICE_ITERATIONS)
  expect(await passwordMatches(stored, stored)).toBe(false)
})

test('at most two passwords are hashed at a time, in order; some wait, and more are refused', async () => {
  const running: (() => void)[] = []
  const derive = vi
    .spyOn(crypto.subtle, 'deriveBits')
    .mockImplementation(
      () => new Promise((resolve) => running.push(() => resolve(new ArrayBuffer(32)))),
    )
  onTestFinished(() => derive.mockRestore())
  const stored = `pbkdf2$1$${'a'.repeat(22)}$${'a'.repeat(43)}`
  const accepted = Array.from({ length: MAX_WAITING + 2 }, (_, n) =>
    n % 2 ? hashPassword('Torque#1', DEVICE_ITERATIONS) : passwordMatches('Torque#1', stored),
  )
  await expect(hashPassword('Torque#1', DEVICE_ITERATIONS)).rejects.toMatchObject({
    status: 503,
    message: apiErrors.busyPasswords.text,
    retryAfter: expect.any(Number),
  })
  for (let done = 0; done < accepted.length; done++) {
    const expected = Math.min(2, accepted.length - done)
    await expect.poll(() => running).toHaveLength(expected)
    running.shift()?.()
    await accepted[done]
  }
  // There is room again.
  const last = hashPassword('Torque#1', DEVICE_ITERATIONS)
  await expect.poll(() => running).toHaveLength(1)
  running.shift()?.()
  expect(await last).toMatch(/^pbkdf2/)
})

test('a password that cannot be hashed makes room for the next', async () => {
  const derive = vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new Error('No memory'))
  onTestFinished(() => derive.mockRestore())
  for (let count = 0; count < 3; count++) {
    await expect(hashPassword('Torque#1', DEVICE_ITERATIONS)).rejects.toThrow('No memory')
  }
})
