import { afterEach, expect, test, vi } from 'vitest'
import { askWorker } from '../../pwa/ask-worker.ts'
import { describeTaken, giveAsFile } from './hand-over.ts'

vi.mock('../../pwa/ask-worker.ts')
afterEach(() => vi.unstubAllGlobals())

test('a file that can only be shared right after a press is kept for the next one (R16.17)', async () => {
  vi.mocked(askWorker).mockResolvedValue({ bytes: new Uint8Array(3), writes: 1 })
  const share = vi.fn(async (_data: ShareData) => {})
  share.mockRejectedValueOnce(new DOMException('No user gesture', 'NotAllowedError'))
  vi.stubGlobal('navigator', { canShare: () => true, share })
  const ready = await giveAsFile('mira')
  expect(ready).toBeInstanceOf(File)
  expect(await giveAsFile('mira', ready as File)).toBeUndefined()
  expect(share.mock.calls.map(([{ files }]) => files)).toEqual([[ready], [ready]])
  expect(askWorker).toHaveBeenCalledOnce()
})

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
