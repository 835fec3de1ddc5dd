import { expect, test } from 'vitest'
import { describeTaken } from './hand-over.ts'

const none = { added: 0, known: 0, refused: 0, full: 0 }

test.each([
  [
    { ...none, from: 'mira', added: 3 },
    "Got 3 changes from mira's phone. This phone sends them on when it has a signal.",
  ],
  [{ ...none, known: 1 }, 'Nothing new: this phone has it.'],
  [
    { ...none, added: 1, refused: 2 },
    "Got 1 change. This phone sends it on when it has a signal. 2 changes can't be checked here, and are left out.",
  ],
  [{ ...none, full: 1 }, 'There is no room for 1 change.'],
  [{ problem: 'otherClub' as const }, 'This is of another club.'],
])('%j is described as %s', (result, text) => {
  expect(describeTaken(result)).toBe(text)
})
