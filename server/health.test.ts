import { expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from '../mocks/database.ts'
import { memoryStore, serialStore } from '../mocks/store/adapters/memory.ts'
import { healthCheck } from './health.ts'

it('passes while the data can be written', async () => {
  expect(await healthCheck(openDatabase(memoryStore())).check()).toBe(true)
})

it('writes once for all checks within 3 s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = openDatabase(memoryStore())
  const write = vi.fn(database.write)
  const { check } = healthCheck({ write: write as typeof database.write })
  for (let count = 0; count < 10; count++) expect(await check()).toBe(true)
  vi.advanceTimersByTime(2_900)
  expect(await check()).toBe(true)
  expect(write).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(200)
  expect(await check()).toBe(true)
  expect(write).toHaveBeenCalledTimes(2)
})

it('fails while writes fail, although reads work, and recovers', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = memoryStore()
  let isFull = true
  const full: typeof store.write = async (...changes) => {
    if (isFull) throw new Error('The disk is full')
    return store.write(...changes)
  }
  const database = openDatabase(serialStore({ ...store, write: full }))
  const report = vi.fn()
  const { check } = healthCheck(database, report)
  expect(await check()).toBe(false)
  vi.advanceTimersByTime(5_000)
  expect(await check()).toBe(false)
  // Once, not at each check.
  expect(report.mock.calls).toEqual([[new Error('The disk is full')]])
  isFull = false
  vi.advanceTimersByTime(5_000)
  expect(await check()).toBe(true)
})

it('fails after 2 s when the database does not reply, with one probe for all checks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const write = vi.fn(() => new Promise<never>(() => {})) as unknown as Database['write']
  const { check } = healthCheck({ write })
  const checks = Promise.all([check(), check()])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await checks).toEqual([false, false])
  expect(write).toHaveBeenCalledTimes(1)
})

it('fails for 30 s after a write of somebody has failed for lack of space, although small ones succeed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { check, note } = healthCheck(openDatabase(memoryStore()))
  // An error of a handler says nothing about the data.
  note(new Error('Out of oil'))
  expect(await check()).toBe(true)
  note(Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' }))
  expect(await check()).toBe(false)
  vi.advanceTimersByTime(29_000)
  expect(await check()).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(await check()).toBe(true)
})
