import { expect, test, vi } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { memoryStore } from '../../mocks/store/adapters/memory.ts'
import { logKey, logRows } from '../../mocks/store/log.ts'
import { lastCursor, logWrite, placeOf, readChanges, startLog, trimLog } from './write-log.ts'

const numberIn = (cursor: string) => placeOf(cursor).n
const vera = { viewers: ['vera'], owners: [], names: [] }

/** A club whose log has an entry for each of these keys, after a first one. */
async function clubWith(keys: readonly string[]) {
  const store = memoryStore()
  const database = openDatabase(store, { origin: 'late', beforeCommit: logWrite })
  await database.write(startLog)
  const since = await database.read(lastCursor)
  for (const key of keys) await database.write(async (tx) => tx.entries.set(key, { _id: key }))
  const read = (cursor: string) => database.read((tx) => readChanges(tx, cursor, vera))
  return { store, database, since, read }
}

test('entries are numbered in their order, whatever the clock says', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { store, database, since } = await clubWith([])
    for (const day of [3, 2, 1]) {
      vi.setSystemTime(day * 24 * 3_600_000)
      await database.write(async (tx) => tx.entries.set(`users.id/${day}`, 'a'))
    }
    const [log = []] = await store.scan([{ prefix: 'log/' }])
    const keys = log.slice(-3).map((entry) => (entry as { writes: object[] }).writes)
    expect(keys).toEqual([3, 2, 1].map((day) => [{ keys: [`users.id/${day}`] }]))
    expect(numberIn(await database.read(lastCursor))).toBe(numberIn(since) + 3)
  } finally {
    vi.useRealTimers()
  }
})

test('a cursor is unknown when another entry has its number, as after a restore from a backup', async () => {
  const { database, store, since, read } = await clubWith(['users.id/1', 'users.id/2'])
  const last = await database.read(lastCursor)
  expect(await read(last)).toMatchObject({ entries: [], cursor: last, more: false })
  const n = numberIn(last)
  await store.write(new Map([...logRows(n, [{ keys: [] }])]))
  expect(await read(last)).toBeUndefined()
  expect((await read(since))?.cursor).toBe(await database.read(lastCursor))
})

test.each(['', 'x', '-', '-1', 'a-1e999', '019ab-NaN', 'a--1'])(
  'the cursor %j is unknown',
  async (cursor) => {
    const { read } = await clubWith([])
    expect(await read(cursor)).toBeUndefined()
  },
)

test('entries are removed after a month, except the last', async () => {
  const { database, since, read } = await clubWith(['users.id/1', 'users.id/2'])
  const last = await database.read(lastCursor)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 24 * 3_600_000 })
  try {
    expect(await database.write(trimLog)).toBe(false)
  } finally {
    vi.useRealTimers()
  }
  expect(await read(since)).toBeUndefined()
  expect(await read(last)).toMatchObject({ cursor: last })
})

test('after the log was removed, a club that starts begins a new one', async () => {
  const { database, store, since, read } = await clubWith(['users.id/1'])
  const [log = []] = await store.scan([{ prefix: 'log/' }])
  const keys = log.map((entry) => logKey((entry as { n: number }).n))
  await store.write(new Map(keys.map((key) => [key, undefined])))
  expect(await read(await database.read(lastCursor))).toBeUndefined()
  await database.write(startLog)
  expect(await read(since)).toBeUndefined()
  expect(await read(await database.read(lastCursor))).toMatchObject({ entries: [] })
})

test.each([999, 1_000, 1_001])(
  'after %i changes, whether there are more says nothing of what concerns somebody else',
  async (count) => {
    /** @param own after how many of the others each is written; several may be in one commit */
    const moreAfter = async (...own: number[]) => {
      const { database, since } = await clubWith([])
      const first = numberIn(since) + 1
      await database.write(async (tx) => {
        let n = first
        const put = (keys: string[]) => {
          for (const [key, value] of logRows(n, [{ keys }])) tx.entries.set(key, value)
          n += 1
        }
        for (let at = 1; at <= count; at += 1) {
          put(['posts/1'])
          for (const _ of own.filter((one) => one === at)) put(['notifications/vera/1'])
        }
      })
      const { more, entries } = (await database.read((tx) => readChanges(tx, since, vera))) ?? {}
      return { more, entries }
    }
    const without = await moreAfter()
    expect(without.more).toBe(count >= 1_000)
    expect(await moreAfter(1, 500, count)).toEqual(without)
    expect(await moreAfter(...Array.from({ length: 1_500 }, (_, n) => (n % count) + 1))).toEqual(
      without,
    )
  },
)

test('writes that were committed together are read together', async () => {
  const { database, since, read } = await clubWith([])
  const n = numberIn(since)
  await database.write(async (tx) => {
    for (let at = 1; at <= 30; at += 1) {
      const writes = Array.from({ length: 50 }, () => ({ keys: ['posts/1'] }))
      for (const [key, value] of logRows(n + at, writes)) tx.entries.set(key, value)
    }
  })
  const part = await read(since)
  expect(part?.more).toBe(true)
  expect(numberIn(part?.cursor ?? '')).toBe(n + 20)
  const rest = await read(part?.cursor ?? '')
  expect(rest?.more).toBe(false)
  expect(numberIn(rest?.cursor ?? '')).toBe(n + 30)
})

test('entries of somebody else do not count towards what a write or a reply may have', async () => {
  const { database, since, read } = await clubWith([])
  const put = (keys: string[]) =>
    database.write(async (tx) => {
      for (const key of keys) tx.entries.set(key, { by: [] })
    })
  const numbered = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}/${n}`)
  await put([...numbered('posts.id', 5_000), ...numbered('notifications/mika', 5_000)])
  expect((await read(since))?.entries).toHaveLength(5_000)
  await put(numbered('posts.id', 5_001))
  expect(await read(since)).toBeUndefined()

  /** @param own how many writes of somebody else are committed with each */
  const firstReply = async (own: number) => {
    const club = await clubWith([])
    const first = numberIn(club.since) + 1
    await club.database.write(async (tx) => {
      for (let n = 0; n < 900; n += 1) {
        const hidden = Array.from({ length: own }, () => ({ keys: ['notifications/mika/1'] }))
        tx.entries.set(`posts.id/${n}`, 'x'.repeat(3_000))
        const rows = logRows(first + n, [{ keys: [`posts.id/${n}`] }, ...hidden])
        for (const [key, value] of rows) tx.entries.set(key, value)
      }
      tx.logged = undefined
    })
    return (await club.read(club.since))?.entries.length
  }
  expect(await firstReply(5)).toBe(await firstReply(0))
})
