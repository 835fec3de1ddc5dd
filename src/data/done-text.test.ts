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
  expect(doneText('Commented')).toBe(isDone ? 'Commented' : SAVED)
})

const SAVED = "Saved. It's sent when the club can be reached."
const status = { carried: [], needLogIn: [], gone: [], isRunning: false }
const write = {
  name: '1',
  call: 'POST /api/posts' as const,
  change: 'Post',
  params: {},
  body: {},
  userId: 'ada',
  username: 'ada',
}

/** A page of a club, after its back end took a write. */
async function formAfter(text: string, { refusedBefore = [] as string[], isCutOff = true } = {}) {
  vi.stubGlobal('document', { documentElement: { dataset: { club: '' } } })
  vi.stubGlobal('navigator', { onLine: true })
  const { clubReachable, syncStatus } = await import('../pwa/club.ts')
  const { onUntrue } = await import('./done-text.ts')
  clubReachable.set(!isCutOff)
  const untrue = vi.fn()
  const stop = onUntrue(text, new Set(refusedBefore), untrue)
  return { clubReachable, syncStatus, untrue, stop }
}

test('a status that a write is only saved ends when the club has all writes', async () => {
  const { clubReachable, syncStatus, untrue, stop } = await formAfter(SAVED)
  syncStatus.set({ ...status, pending: [write] })
  clubReachable.set(true)
  expect(untrue).not.toHaveBeenCalled()
  syncStatus.set({ ...status, pending: [] })
  expect(untrue).toHaveBeenCalledOnce()
  stop()
  syncStatus.set({ ...status, pending: [] })
  expect(untrue).toHaveBeenCalledOnce()
})

test.each(['gone', 'needLogIn'])(
  'a status that a write is only saved ends when its account has no session (%s)',
  async (list) => {
    const { clubReachable, syncStatus, untrue } = await formAfter(SAVED)
    syncStatus.set({ ...status, [list]: ['ada'], pending: [write] })
    expect(untrue).not.toHaveBeenCalled()
    clubReachable.set(true)
    expect(untrue).toHaveBeenCalledOnce()
  },
)

test('a status that a write is done ends when the club refuses it, and not for an earlier refusal', async () => {
  const earlier = { ...write, name: '0', error: 'No' }
  const online = { refusedBefore: ['0'], isCutOff: false }
  const { syncStatus, untrue } = await formAfter('Profile updated', online)
  syncStatus.set({ ...status, pending: [earlier, write] })
  expect(untrue).not.toHaveBeenCalled()
  syncStatus.set({ ...status, pending: [earlier, { ...write, error: 'No' }] })
  expect(untrue).toHaveBeenCalledOnce()
})
