import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stores } from '../testing/stores.ts'
import type { Store } from './store.ts'

// The module keeps the order of ids: every test imports a fresh one.
let ids: typeof import('./ids.ts')
beforeEach(async () => {
  vi.resetModules()
  ids = await import('./ids.ts')
})

const NOW = 0x0123456789ab

function isAscending(texts: string[]): boolean {
  return texts.every((text, index) => index === 0 || (texts[index - 1] ?? '') < text)
}

test('a new id is a UUID version 7 of the current time', () => {
  expect(ids.newUuid(NOW)).toMatch(/^01234567-89ab-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids.newUuid(NOW + 1)).toMatch(/^01234567-89ac-7000-/)
})

test('ids of the same millisecond are in order', () => {
  const made = Array.from({ length: 4096 }, () => ids.newUuid(NOW))
  expect(isAscending(made)).toBe(true)
  expect(made.at(-1)).toMatch(/^01234567-89ab-7fff-/)
})

test('more than 4096 ids of the same millisecond are in order', () => {
  const made = Array.from({ length: 10_000 }, () => ids.newUuid(NOW))
  const later = [NOW + 1, NOW + 1, NOW + 2, NOW + 3].map((now) => ids.newUuid(now))
  expect(isAscending([...made, ...later])).toBe(true)
  expect(made[4096]).toMatch(/^01234567-89ac-7000-/)
  for (const id of [...made, ...later]) expect(ids.isUuid(id)).toBe(true)
})

test('ids stay in order when the clock is set back and when it has caught up', () => {
  const clock = [NOW, NOW - 3_600_000, NOW - 1, NOW, NOW, NOW + 1, NOW - 5, NOW + 2]
  expect(isAscending(clock.map((now) => ids.newUuid(now)))).toBe(true)
})

test('ids stay in order when the clock is set back in a full millisecond', () => {
  const made = Array.from({ length: 5000 }, (_, index) => ids.newUuid(NOW - index))
  expect(isAscending(made)).toBe(true)
})

test('an id sorts after the given one, even if the clock is behind it', () => {
  const newest = ids.newUuid(NOW + 3_600_000)
  vi.resetModules()
  return import('./ids.ts').then((restarted) => {
    const made = [newest]
    for (let n = 0; n < 5000; n++) made.push(restarted.newUuid(NOW + n, made.at(-1)))
    expect(isAscending(made)).toBe(true)
    expect(restarted.newUuid(NOW + 7_200_000, newest) > (made.at(-1) ?? '')).toBe(true)
  })
})

test('an id after the last possible one is valid', () => {
  for (let n = 0; n < 3; n++) {
    expect(ids.isUuid(ids.newUuid(NOW, 'ffffffff-ffff-7fff-8fff-ffffffffffff'))).toBe(true)
  }
})

test('an id contains the time of the clock', () => {
  const before = Date.now()
  const time = Number.parseInt(ids.newUuid().replaceAll('-', '').slice(0, 12), 16)
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

test('two devices do not create the same id in the same millisecond', async () => {
  const here = ids.newUuid(NOW)
  vi.resetModules()
  const there = (await import('./ids.ts')).newUuid(NOW)
  expect(here.slice(0, 18)).toBe(there.slice(0, 18))
  expect(here).not.toBe(there)
})

test('a UUID is distinguished from a short id', () => {
  expect(ids.isUuid(ids.newUuid())).toBe(true)
  const others = ['', '1', '12345678', 'mira', ids.newUuid().slice(1), `${ids.newUuid()}0`]
  for (const other of [...others, ids.newUuid().toUpperCase(), ` ${ids.newUuid()}`]) {
    expect(ids.isUuid(other)).toBe(false)
  }
})

test('newestFirst reverses the order of ids and keeps their format', () => {
  const clock = [NOW, NOW, NOW + 1, NOW + 16, NOW + 4096, 2 * NOW]
  const made = clock.map((now) => ids.newUuid(now))
  expect(isAscending(made)).toBe(true)
  const turned = made.map(ids.newestFirst)
  expect([...turned].sort()).toEqual([...turned].reverse())
  for (const [index, id] of turned.entries()) {
    expect(ids.isUuid(id)).toBe(true)
    expect(ids.newestFirst(id)).toBe(made[index])
  }
})

const HOUR = 3_600_000

afterEach(() => void vi.useRealTimers())

/** The mock of a worker that starts at `now`, without the memory of an earlier one. */
async function startAt(now: number, store: Store) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.resetModules()
  const { testApi } = await import('../testing/api.ts')
  const api = testApi(store)
  const posts = async () => (await api.call('GET /api/posts')).data.posts.map(({ id }) => id)
  return { ...api, ...(await api.logIn()), posts }
}

test.each(stores)(
  'a post in $medium is the newest although the clock was set back and the worker restarted',
  async ({ open }) => {
    const store = open()
    const first = await startAt(NOW, store)
    const post = await first.writePost(first.token, 'Before')
    await first.writeComment(first.token, post._id, 'Before')
    await first.signUp('ada')

    const { token, posts, writePost, writeComment, signUp, call } = await startAt(NOW - HOUR, store)
    await writePost(token, 'After')
    await writePost(token, 'After that')
    expect((await posts()).slice(0, 3)).toEqual(['8', '7', '6'])
    const page = (await call('GET /api/posts', { query: '?limit=2' })).data.posts
    expect(page.map(({ id }) => id)).toEqual(['8', '7'])
    await writeComment(token, post._id, 'After')
    const { comments } = (await call('GET /api/comments/:postId', { params: { postId: '6' } })).data
    expect(comments.map(({ content }) => content)).toEqual(['After', 'Before'])
    await signUp('bea')
    const { users } = (await call('GET /api/users')).data
    expect(users.slice(0, 2).map(({ username }) => username)).toEqual(['bea', 'ada'])
  },
)

test('a new post is newer than those of a snapshot from a device whose clock is ahead', async () => {
  const { memoryStore } = await import('./adapters/memory.ts')
  const ahead = await startAt(NOW + HOUR, memoryStore())
  await ahead.writePost(ahead.token, 'From the future')
  const { data } = await ahead.call('GET /api/mock/snapshot')

  const { call, token, posts, writePost } = await startAt(NOW, memoryStore())
  await writePost(token, 'Here')
  await call('POST /api/mock/snapshot', { body: data })
  await writePost(token, 'Here again')
  expect((await posts()).slice(0, 2)).toEqual(['7', '6'])
})
