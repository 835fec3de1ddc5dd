import { expect, it, vi } from 'vitest'
import { ApiError } from '../../mocks/api-error.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { LineError } from './line.ts'
import type { Schedule } from './schedule.ts'
import { createScheduler, type SchedulerOptions } from './scheduler.ts'

function scene(options: SchedulerOptions = {}) {
  const run = vi.fn(async (_onProgress: () => Promise<void>): Promise<void> => {})
  const pull = vi.fn(async (): Promise<void> => {})
  const work = { run, pull, countRequests: () => run.mock.calls.length + pull.mock.calls.length }
  return { run, pull, work, scheduler: createScheduler(work, { random: () => 1, ...options }) }
}
const noReply = new LineError('noReply', { hasReply: false })

it('runs once at a time, and once more for a change during a sync', async () => {
  const { run, scheduler } = scene()
  let end = () => {}
  run.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        end = resolve
      }),
  )
  const first = scheduler.wake('change')
  await expect.poll(() => run).toHaveBeenCalledTimes(1)
  const others = [scheduler.wake('change'), scheduler.wake('news')]
  end()
  await Promise.all([first, ...others])
  expect(run).toHaveBeenCalledTimes(2)
})

it('a failure is not repeated for changes that came during it', async () => {
  const { run, scheduler } = scene()
  run.mockRejectedValue(noReply)
  expect(await Promise.all([scheduler.wake('change'), scheduler.wake('change')])).toMatchObject([
    { problem: 'noReply' },
    { problem: 'noReply' },
  ])
  expect(run).toHaveBeenCalledTimes(1)
})

it('its wait survives a stopped worker', async () => {
  let stored: Schedule | undefined
  const store = {
    read: async () => stored,
    write: async (next: Schedule) => {
      stored = next
    },
  }
  const { run, work, scheduler } = scene({ store })
  run.mockRejectedValue(noReply)
  await scheduler.wake('change')
  const restarted = createScheduler(work, { store })
  expect(await restarted.readWait()).toMatchObject({ problem: 'noReply' })
  await restarted.wake('change')
  expect(run).toHaveBeenCalledTimes(1)
})

it('a wait that an older build has stored continues, and counts no requests', async () => {
  const now = Date.now()
  const wait = { problem: 'noReply', since: now, from: now, nextTry: now + 60_000, isAsked: false }
  const stored = { failures: 1, wait, requests: [now] } as unknown as Schedule
  const store = { read: async () => stored, write: async () => {} }
  const { run, scheduler } = scene({ store })
  expect(await scheduler.wake('change')).toMatchObject({ problem: 'noReply' })
  expect(run).not.toHaveBeenCalled()
  await scheduler.wake('opportunity')
  expect(run).toHaveBeenCalledTimes(1)
})

it('while writes wait, news are pulled and nothing is sent; the wait goes on', async () => {
  const { run, pull, scheduler } = scene()
  run.mockRejectedValue(new LineError('intercepted'))
  const wait = await scheduler.wake('change')
  expect(await scheduler.wake('news')).toEqual(wait)
  expect([run.mock.calls.length, pull.mock.calls.length]).toEqual([1, 1])
})

it('news that can be pulled end a wait for a reply', async () => {
  const { run, pull, scheduler } = scene()
  run.mockRejectedValueOnce(noReply)
  await scheduler.wake('change')
  pull.mockRejectedValueOnce(noReply)
  expect(await scheduler.wake('news')).toMatchObject({ problem: 'noReply' })
  expect(await scheduler.wake('news')).toBeUndefined()
  expect([run.mock.calls.length, pull.mock.calls.length]).toEqual([2, 2])
})

it('after progress, a failure is the first one, and the wait before it is over', async () => {
  const onChange = vi.fn()
  const { run, scheduler } = scene({ onChange })
  run.mockRejectedValue(noReply)
  for (let count = 0; count < 8; count++) await scheduler.wake('person')
  const waits: unknown[] = []
  onChange.mockImplementation(async () => waits.push(await scheduler.readWait()))
  const start = Date.now()
  run.mockImplementationOnce(async (onProgress) => {
    await onProgress()
    throw noReply
  })
  const wait = await scheduler.wake('person')
  expect(wait?.nextTry).toBeLessThan(start + 2_000)
  expect(waits).toContain(undefined)
})

it('only a try without any reply is a reason for a later wake-up by the browser', async () => {
  const onNoReply = vi.fn()
  const { run, scheduler } = scene({ onNoReply })
  run.mockRejectedValueOnce(new LineError('noReply'))
  await scheduler.wake('person')
  expect(onNoReply).not.toHaveBeenCalled()
  run.mockRejectedValueOnce(noReply)
  await scheduler.wake('person')
  expect(onNoReply).toHaveBeenCalledTimes(1)
})

it('an error of the device is named as such', async () => {
  const { run, scheduler } = scene()
  run.mockRejectedValue(new DOMException('Full', 'QuotaExceededError'))
  expect(await scheduler.wake('change')).toMatchObject({ problem: 'device' })
})

it('data that a newer version has written are no full disk', async () => {
  const { run, scheduler } = scene()
  run.mockRejectedValue(new ApiError(apiErrors.newerData))
  expect(await scheduler.wake('change')).toMatchObject({ problem: 'version' })
})

it('a store that fails does not stop the sync', async () => {
  const fail = async () => {
    throw new Error('Full')
  }
  const { run, scheduler } = scene({ store: { read: fail, write: fail } })
  expect(await scheduler.wake('change')).toBeUndefined()
  expect(run).toHaveBeenCalledTimes(1)
})
