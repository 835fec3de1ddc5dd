import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  { club: undefined, onLine: false, reachable: true, isDone: true },
  { club: '', onLine: true, reachable: true, isDone: true },
  { club: '', onLine: false, reachable: true, isDone: false },
  { club: '', onLine: true, reachable: false, isDone: false },
])('a write is reported as done or as saved: %j', async ({ club, onLine, reachable, isDone }) => {
  vi.stubGlobal('document', { documentElement: { dataset: { club } } })
  vi.stubGlobal('navigator', { onLine })
  const { clubReachable } = await import('../pwa/club.ts')
  const { doneText } = await import('./done-text.ts')
  clubReachable.set(reachable)
  const saved = "Saved. It's sent when the club can be reached."
  expect(doneText('Commented')).toBe(isDone ? 'Commented' : saved)
})
