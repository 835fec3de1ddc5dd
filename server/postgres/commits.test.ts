import pg from 'pg'
import { expect, inject, type MockInstance, onTestFinished, test, vi } from 'vitest'
import type { Entries } from '../../mocks/store/store.ts'
import { serverErrors } from '../../src/contract/errors.ts'
import { postgresStore } from '../adapters/postgres.ts'
import { createSchema } from '../testing/processes.ts'

/** Two processes of a club. */
async function twoStores() {
  const url = await createSchema(inject('postgres') ?? '')
  const stores = [await postgresStore(url), await postgresStore(url)] as const
  onTestFinished(async () => {
    await Promise.all(stores.map(({ close }) => close()))
  })
  return { stores, url }
}

const readOne = async (entries: Pick<Entries, 'read'>, key: string) =>
  (await entries.read([key]))[0]

const put = (entries: Pick<Entries, 'write'>, values: Record<string, unknown>) =>
  entries.write(new Map(Object.entries(values)))

const countUp = (key: string) => async (entries: Entries) => {
  await put(entries, { [key]: Number((await readOne(entries, key)) ?? 0) + 1 })
}

test('two processes that count up a number at the same time lose none', async () => {
  const { stores } = await twoStores()
  const counting = Array.from({ length: 300 }, (_, n) =>
    stores[n % 2]?.run('write', countUp('meta/n')),
  )
  await Promise.all(counting)
  for (const store of stores) expect(await readOne(store, 'meta/n')).toBe(300)
})

test('a read that begins after a write was answered by another process shows it', async () => {
  const {
    stores: [one, other],
  } = await twoStores()
  for (let n = 1; n <= 50; n++) {
    await put(one, { 'meta/n': n, [`list/a/${n}`]: n })
    const [value, list, [count]] = await other.run('read', async (entries) => [
      await readOne(entries, 'meta/n'),
      await entries.scan([{ prefix: 'list/a/', limit: 100 }]),
      await entries.count(['list/a/']),
    ])
    expect([value, (list as unknown[][])[0]?.length, count]).toEqual([n, n, n])
    await other.write(new Map([[`list/a/${n}`, n]]))
  }
})

test('a read sees one state, also when others write in the middle of it', async () => {
  const {
    stores: [one, other],
  } = await twoStores()
  await put(one, { 'meta/a': 0, 'meta/b': 0 })
  for (let n = 1; n <= 30; n++) {
    const writing = put(one, { 'meta/a': n, 'meta/b': n })
    const [a, b] = await other.run('read', async (entries) => {
      const first = await readOne(entries, 'meta/a')
      await writing
      await readOne(entries, `meta/absent${n}`)
      return [first, await readOne(entries, 'meta/b')]
    })
    expect(a).toBe(b)
  }
})

test('an error that rests on outdated rows is not the reply: the work runs again', async () => {
  const {
    stores: [one, other],
  } = await twoStores()
  await put(one, { 'meta/a': 0 })
  await readOne(other, 'meta/a')
  await put(one, { 'meta/a': 1 })
  const work = vi.fn(async (entries: Entries) => {
    if ((await readOne(entries, 'meta/a')) === 0) throw new Error('Outdated')
    return 'done'
  })
  expect(await other.run('write', work)).toBe('done')
})

test('of writes that arrive together, each sees those before it, and one that fails changes nothing', async () => {
  const {
    stores: [one, other],
  } = await twoStores()
  const results = await Promise.allSettled([
    one.run('write', countUp('meta/n')),
    one.run('write', async (entries) => {
      await put(entries, { 'list/a/1': 'row' })
      return entries.scan([{ prefix: 'list/a/', limit: 1 }])
    }),
    one.run('write', async (entries) => {
      expect(await entries.count(['list/a/'])).toEqual([1])
      throw new RangeError('No')
    }),
    one.run('write', async (entries) => put(entries, { 'meta/bad': () => undefined })),
    one.run('write', async (entries) => {
      await countUp('meta/n')(entries)
      return entries.scan([{ prefix: 'list/a/' }])
    }),
  ])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(results[4]).toMatchObject({ value: [['row']] })
  expect(await other.read(['meta/n', 'list/a/1', 'meta/bad'])).toEqual([2, 'row', undefined])
})

test('a write that reads on after it has failed does not repeat the one after it', async () => {
  const {
    stores: [one],
  } = await twoStores()
  await put(one, { 'meta/n': 0 })
  expect(await readOne(one, 'meta/n')).toBe(0)
  const isStored = Promise.withResolvers<void>()
  const hasRead = Promise.withResolvers<void>()
  const late = async (entries: Entries) => {
    await isStored.promise
    await readOne(entries, 'meta/b').finally(hasRead.resolve)
  }
  const counting = vi.fn(async (entries: Entries) => {
    await countUp('meta/n')(entries)
    isStored.resolve()
    await hasRead.promise
  })
  await Promise.all([
    // The first of them fails: the row is not in memory.
    one.run('write', (entries) => Promise.all([readOne(entries, 'meta/a'), late(entries)])),
    one.run('write', counting),
  ])
  expect(counting).toHaveBeenCalledTimes(1)
  expect(await readOne(one, 'meta/n')).toBe(1)
})

test('a commit whose reply is lost is stored once', async () => {
  const {
    stores: [one, other],
  } = await twoStores()
  await put(one, { 'meta/n': 0 })
  const send = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>
  let commits = 0
  const query = vi.spyOn(pg.Client.prototype, 'query') as unknown as MockInstance<typeof send>
  onTestFinished(() => query.mockRestore())
  query.mockImplementation(async function (this: pg.Client, ...given) {
    const reply = await send.apply(this, given)
    const { text = '' } = Object(given[0]) as { text?: string }
    // Stored, but the connection is gone before the reply.
    if (text.includes('INSERT INTO commits') && commits++ === 0)
      throw new Error('Connection terminated')
    return reply
  })
  await one.run('write', countUp('meta/n'))
  expect(commits).toBe(2)
  expect(await readOne(other, 'meta/n')).toBe(1)
})

test('a process that was away for longer than commits are kept reads everything again', async () => {
  const {
    stores: [one, other],
    url,
  } = await twoStores()
  await put(one, { 'meta/n': 1 })
  expect(await readOne(other, 'meta/n')).toBe(1)
  const seen = vi.fn()
  other.subscribe(seen)
  await put(one, { 'meta/n': 2 })
  await put(one, { 'meta/m': 3 })
  const admin = new pg.Client(url)
  await admin.connect()
  onTestFinished(() => admin.end())
  await admin.query('DELETE FROM commits WHERE n = (SELECT max(n) - 1 FROM commits)')
  expect(await readOne(other, 'meta/n')).toBe(2)
  expect(seen.mock.calls).toEqual([[{ by: '', changes: undefined }]])
})

test('after rows were cleared, no process has them in memory', async () => {
  const {
    stores: [one, other],
  } = await twoStores()
  await put(one, { 'list/a/1': 'row', 'meta/n': 1 })
  expect(await other.scan([{ prefix: 'list/a/' }])).toEqual([['row']])
  await one.write(new Map([['meta/n', 2]]), ['list/'])
  for (const store of [one, other]) {
    expect(await store.scan([{ prefix: 'list/a/' }])).toEqual([[]])
    expect(await store.count(['list/a/'])).toEqual([0])
    expect(await readOne(store, 'meta/n')).toBe(2)
  }
})

test('a read of too much JSON is given up, and the store stays usable', async () => {
  const url = await createSchema(inject('postgres') ?? '')
  const store = await postgresStore(url, { all: 3_000, own: 2_000 })
  onTestFinished(store.close)
  const text = { text: 'x'.repeat(880) }
  const keys = Array.from({ length: 5 }, (_, n) => `list/a/${n}`)
  await store.write(new Map(keys.map((key) => [key, text])), ['list/'])
  const read = (limit: number) => store.scan([{ prefix: 'list/a/', limit }])
  const tooLong = { status: 413, message: serverErrors.longReply.text }
  await expect(read(5)).rejects.toMatchObject(tooLong)
  expect(await read(2)).toEqual([[text, text]])
  await store.run('read', async (entries) => {
    await entries.read(keys.slice(0, 2))
    const busy = { status: 503, message: serverErrors.busyReplies.text }
    await expect(store.read(keys.slice(2, 4))).rejects.toMatchObject(busy)
  })
  expect(await store.read(keys.slice(2, 4))).toEqual([text, text])
})
