import { vi } from 'vitest'

/** Hashes with one round until mocks are restored, for tests that do not need slow hashes. */
export function fastHashes(): void {
  const { deriveBits } = crypto.subtle
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((how, ...rest) =>
    deriveBits.call(crypto.subtle, { ...(how as Pbkdf2Params), iterations: 1 }, ...rest),
  )
}
