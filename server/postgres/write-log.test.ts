import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { lastCursor, logWrite, readChanges, trimLog } from '../../sync/club/write-log.ts'
import { openPostgres } from '../testing/pg-store.ts'

const nobody = { viewers: [], owners: [], names: [] }

/** A club whose log has three entries, written one after the other. */
async function clubWithLog() {
  const store = openPostgres(inject('postgres') ?? '')
  const database = openDatabase(store, { origin: 'late', beforeCommit: logWrite })
  await database.write(async () => undefined)
  for (const _id of ['a', 'b', 'c']) {
    await database.write(async (tx) => tx.entries.set(`users/${_id}`, { _id }))
  }
  const [log = []] = await store.scan([{ prefix: 'log/' }])
  const ids = log.map((entry) => (entry as { id: string }).id)
  const read = (cursor: string) => database.read((tx) => readChanges(tx, cursor, nobody))
  const cursor = await database.read(lastCursor)
  const put = (id: string, keys?: string[]) =>
    store.write(new Map([[`log/${id}`, keys && { id, keys }]]))
  return { database, ids, read, cursor, put }
}

test('a cursor is unknown when an entry before it is gone, as after the loss of the last commits', async () => {
  const { database, ids, read, cursor, put } = await clubWithLog()
  expect((await read(cursor))?.cursor).toBe(cursor)
  // The last one was committed first.
  await put(ids.at(-2) ?? '')
  expect(await read(cursor)).toBeUndefined()
  await database.write(async (tx) => tx.entries.set('users/d', { _id: 'd' }))
  expect(await read(cursor)).toBeUndefined()
  expect(await read(await database.read(lastCursor))).toMatchObject({ more: false })
})

test('a cursor stays valid when an entry before it is committed late, and the entry is read', async () => {
  const { ids, read, cursor, put } = await clubWithLog()
  const late = `${ids.at(-1)?.slice(0, 15)}-00000000`
  await put(late, ['users/late'])
  const changes = await read(cursor)
  expect(changes?.entries).toContainEqual(['users/late', null])
  expect(changes?.cursor).not.toBe(cursor)
  await put(late)
  expect(await read(changes?.cursor ?? '')).toBeUndefined()
})

test('a cursor without a number, of an earlier version, is valid', async () => {
  const { ids, read, cursor } = await clubWithLog()
  expect((await read(ids.at(-1) ?? ''))?.cursor).toBe(cursor)
})

test('a month later, a cursor at the last entry of a club is valid', async () => {
  const { database, read, cursor, ids, put } = await clubWithLog()
  const old = `00000000000${ids[0]?.slice(11)}`
  await put(old, [])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 24 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await database.write(trimLog)).toBe(false)
  expect(await read(cursor)).toBeDefined()
  expect(await read(old)).toBeUndefined()
})
