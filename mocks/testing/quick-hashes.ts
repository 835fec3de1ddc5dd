import { vi } from 'vitest'

/** Hash with one round until mocks are restored, where what makes hashing slow is not under test. */
export function quickHashes(): void {
  const { deriveBits } = crypto.subtle
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((how, ...rest) =>
    deriveBits.call(crypto.subtle, { ...(how as Pbkdf2Params), iterations: 1 }, ...rest),
  )
}
