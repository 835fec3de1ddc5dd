import { afterEach, expect, test, vi } from 'vitest'
import { ifUnlocked, lockNames, withLock } from './tabs.ts'

afterEach(() => vi.unstubAllGlobals())

type Work = (lock: Lock | null) => unknown
const granting = async (_name: string, _options: LockOptions, work: Work) => work({} as Lock)
/** Who does not wait for it does not get it. */
const held = async (_name: string, { ifAvailable }: LockOptions, work: Work) =>
  work(ifAvailable ? null : ({} as Lock))
const refuse = async () => Promise.reject(new DOMException('', 'SecurityError'))

function stubLocks(locks: object | undefined): void {
  vi.stubGlobal('navigator', { locks })
}

test.each([
  ['there are Web Locks', { request: granting }],
  ['there are none', undefined],
  ['they are refused', { request: refuse }],
])('work is done once where %s, also if it fails', async (_, locks) => {
  stubLocks(locks)
  for (const take of [withLock, ifUnlocked]) {
    const work = vi.fn(async () => 'done')
    expect(await take('a', work)).toBe('done')
    expect(work).toHaveBeenCalledOnce()
    const failing = vi.fn(() => Promise.reject(new Error('The device is full')))
    await expect(take('a', failing)).rejects.toThrow('The device is full')
    expect(failing).toHaveBeenCalledOnce()
  }
})

test('work that another tab does is done after it, or not here', async () => {
  stubLocks({ request: held })
  const work = vi.fn(async () => 'done')
  expect(await ifUnlocked('a', work)).toBe(undefined)
  expect(work).not.toHaveBeenCalled()
  expect(await withLock('a', work)).toBe('done')
})

test('the locks of all tabs are those that are held and waited for, and none where they are refused', async () => {
  stubLocks({ query: async () => ({ held: [{ name: 'a' }], pending: [{ name: 'b' }] }) })
  expect(await lockNames()).toEqual(new Set(['a', 'b']))
  for (const locks of [undefined, { query: refuse }]) {
    stubLocks(locks)
    expect(await lockNames()).toEqual(new Set())
  }
})
