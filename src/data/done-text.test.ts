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

test('a status that a write is only saved ends when the club has all writes', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: { club: '' } } })
  vi.stubGlobal('navigator', { onLine: true })
  const { clubReachable, syncStatus } = await import('../pwa/club.ts')
  const { onSent } = await import('./done-text.ts')
  const status = { carried: [], needLogIn: [], gone: [], isRunning: false, faults: {} }
  const write = { name: '1', change: 'Post', params: {}, body: {}, userId: '1', username: 'ada' }
  const pending = [{ ...write, call: 'POST /api/posts' as const }]
  clubReachable.set(false)
  const sent = vi.fn()
  const stop = onSent(sent)

  syncStatus.set({ ...status, pending })
  clubReachable.set(true)
  expect(sent).not.toHaveBeenCalled()
  syncStatus.set({ ...status, pending: pending.map((one) => ({ ...one, error: 'No' })) })
  expect(sent).toHaveBeenCalledOnce()
  stop()
  syncStatus.set({ ...status, pending: [] })
  expect(sent).toHaveBeenCalledOnce()
})
