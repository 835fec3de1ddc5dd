import { beforeEach, expect, test, vi } from 'vitest'
import type { ViewedPost } from '../contract/viewed.ts'

const posts = (...all: [_id: string, userId: string, arrivedAt?: string][]) =>
  all.map(([_id, userId, arrivedAt]) => ({ _id, userId, arrivedAt }) as ViewedPost)
const feed = posts(['5', 'juno'], ['4', 'mira'], ['3', 'juno'], ['2', 'tove'])

async function visit() {
  vi.resetModules()
  return import('./last-read.ts')
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

test.each([
  ['the first post that was seen', '3', '3'],
  ['the one before a post that is deleted since', '35', '3'],
  ['none without new posts', '5', undefined],
  ['none on a first visit', undefined, undefined],
  ['none when all posts are new', '1', undefined],
])('the line is before %s (R4.24)', async (_, last, expected) => {
  const { firstRead } = await visit()
  expect(firstRead(feed, last, 'mira')).toBe(expected)
})

test('own posts are not new, and a late one is, wherever it stands', async () => {
  const { firstRead } = await visit()
  expect(firstRead(posts(['4', 'mira'], ['3', 'juno']), '3', 'mira')).toBeUndefined()
  const late = posts(['1', 'juno', '2026-01-01T00:00:00Z'], ['3', 'juno'])
  expect(firstRead(late, '3', 'mira')).toBe('3')
})

test('the line stays during a visit, and the next one starts from the newest post that was seen (R4.24)', async () => {
  const first = await visit()
  expect(first.lastRead('mira')).toBeUndefined()
  first.noteRead('mira', feed)
  // Another tab with an older list.
  first.noteRead('mira', posts(['2', 'tove']))
  expect(first.lastRead('mira')).toBeUndefined()
  const second = await visit()
  expect(second.lastRead('mira')).toBe('5')
  expect(second.lastRead('juno')).toBeUndefined()
})

test('a page that comes back after ten minutes begins a visit, a shorter look away does not (R4.24)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  let visibilityState = 'visible'
  const listeners = new Set<() => void>()
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibilityState
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  })
  const lookAway = (minutes: number) => {
    for (const state of ['hidden', 'visible']) {
      visibilityState = state
      for (const listener of listeners) listener()
      if (state === 'hidden') vi.advanceTimersByTime(minutes * 60_000)
    }
  }
  const { lastRead, noteRead, onNewVisit } = await visit()
  lastRead('mira')
  noteRead('mira', feed)
  const onVisit = vi.fn()
  const stop = onNewVisit(onVisit)
  lookAway(9)
  expect([onVisit.mock.calls.length, lastRead('mira')]).toEqual([0, undefined])
  lookAway(11)
  expect([onVisit.mock.calls.length, lastRead('mira')]).toEqual([1, '5'])
  stop()
  expect(listeners.size).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
