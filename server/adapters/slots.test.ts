import { expect, onTestFinished, test, vi } from 'vitest'
import { apiErrors } from '../../src/contract/errors.ts'
import { slots } from './slots.ts'

test('work that waits too long for its slots fails, is not done, and lets the next start', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const inSlots = slots(2, 1_000)
  const long = Promise.withResolvers<void>()
  const running = inSlots(1, () => long.promise)
  const [alone, next] = [vi.fn(async () => undefined), vi.fn(async () => 'done')]
  const failed = inSlots(2, alone).catch((error) => error)
  await vi.advanceTimersByTimeAsync(500)
  const waiting = inSlots(1, next)
  await vi.advanceTimersByTimeAsync(499)
  expect(next).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await failed).toMatchObject({ status: 503, message: apiErrors.noDatabase.text })
  expect(await waiting).toBe('done')
  long.resolve()
  await running
  await inSlots(2, async () => undefined)
  expect(alone).not.toHaveBeenCalled()
})
