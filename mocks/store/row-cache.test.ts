import { expect, test, vi } from 'vitest'
import { valuesUnder } from '../testing/stores.ts'
import { memoryStore } from './adapters/memory.ts'
import { Dice } from './random.ts'
import { REVISION, rowCache } from './row-cache.ts'
import type { Store } from './store.ts'

const entries = new Map<string, unknown>([
  ['meta/settings', { delay: 5 }],
  ['posts/a', 'a'],
  ['posts/b', 'b'],
  ['users/a', 'ada'],
])

/** Two contexts, such as two versions of the worker, over one store. */
async function contexts() {
  const below = memoryStore()
  await below.write(entries)
  const lock = crypto.randomUUID()
  return { below, one: rowCache(below, lock), other: rowCache(below, lock) }
}

const read = (store: Store, keys: string[]) => store.run('read', (within) => within.read(keys))
const write = (store: Store, changes: [string, unknown][], cleared?: string[]) =>
  store.run('write', (within) => within.write(new Map(changes), cleared))

/** The keys that `work` reads from the store below, without the revision. */
async function loadedBy(below: Store, work: () => Promise<unknown>): Promise<unknown[]> {
  const reads = vi.spyOn(below, 'read')
  const scans = vi.spyOn(below, 'scan')
  const counts = vi.spyOn(below, 'count')
  await work()
  const calls = [reads, scans, counts].flatMap((spy) => spy.mock.calls.flat(2))
  vi.restoreAllMocks()
  return calls.filter((key) => key !== REVISION)
}

const everything = (store: Store) =>
  store.run('read', async (within) => [
    await within.read(['meta/settings', 'posts/a', 'nothing']),
    await valuesUnder(within, 'posts/'),
    await valuesUnder(within, 'posts/', { after: 'posts/a', limit: 1 }),
    await within.scan([{ prefix: 'users/' }]),
    await within.count(['users/', 'posts/']),
  ])

test('a second read loads nothing', async () => {
  const { below, one } = await contexts()
  const first = await everything(one)
  expect(await loadedBy(below, async () => expect(await everything(one)).toEqual(first))).toEqual(
    [],
  )
})

test('pictures and long lists are not kept', async () => {
  const { below, one } = await contexts()
  const rows = Array.from({ length: 201 }, (_, n) => [`comments/${n}`, n] as [string, unknown])
  await write(one, [...rows, ['uploads/a', 'bytes']])
  const work = () =>
    one.run('read', async (within) => [
      await within.read(['uploads/a']),
      await valuesUnder(within, 'comments/'),
    ]) as Promise<unknown>
  await work()
  expect(await loadedBy(below, work)).toEqual(['uploads/a', { prefix: 'comments/' }])
})

test.each<[string, (store: Store) => unknown]>([
  ['a new row', (store) => write(store, [['posts/c', 'c']])],
  ['a changed row', (store) => write(store, [['posts/a', 'changed']])],
  ['a removed row', (store) => write(store, [['posts/a', undefined]])],
  ['a cleared table', (store) => write(store, [], ['posts/'])],
])('a read sees %s of its own and of another context', async (_, change) => {
  const { below, one, other } = await contexts()
  await everything(one)
  await everything(other)
  await change(one)
  const expected = await everything(rowCache(below, 'new'))
  expect(await everything(one)).toEqual(expected)
  expect(await everything(other)).toEqual(expected)
})

test('a write keeps the results that it does not affect', async () => {
  const { below, one } = await contexts()
  await everything(one)
  await write(one, [['posts/c', 'c']])
  const users = () => one.run('read', (within) => valuesUnder(within, 'users/')) as Promise<unknown>
  expect(await loadedBy(below, users)).toEqual([])
})

test('a write reads what another context wrote since', async () => {
  const { one, other } = await contexts()
  const append = (store: Store) =>
    store.run('write', async (within) => {
      const [text] = await within.read(['posts/a'])
      await within.write(new Map([['posts/a', `${text}+`]]))
    })
  for (const store of [one, other, one, one, other]) await append(store)
  expect(await read(one, ['posts/a'])).toEqual(['a+++++'])
})

test('a read during which another context writes is repeated, so that it sees one state', async () => {
  const { one, other } = await contexts()
  let tries = 0
  const seen = await one.run('read', async (within) => {
    const [a] = await within.read(['posts/a'])
    if (++tries === 1)
      await write(other, [
        ['posts/a', 'new'],
        ['posts/b', 'new'],
      ])
    return [a, ...(await within.read(['posts/b']))]
  })
  expect([seen, tries]).toEqual([['new', 'new'], 2])
})

test('an error that came of two states is not thrown', async () => {
  const { one, other } = await contexts()
  let tries = 0
  const seen = await one.run('read', async (within) => {
    const [a] = await within.read(['posts/a'])
    if (++tries === 1) await write(other, [['posts/b', undefined]])
    const [b] = await within.read(['posts/b'])
    if (a === 'a' && b === undefined && tries === 1) throw new Error('Inconsistent')
    return [a, b]
  })
  expect(seen).toEqual(['a', undefined])
})

test('a read that is disturbed each time ends with the lock', async () => {
  const { one, other } = await contexts()
  const writing: unknown[] = []
  let tries = 0
  const seen = await one.run('read', async (within) => {
    tries += 1
    writing.push(write(other, [['posts/a', tries]]))
    // While the read has the lock, a write waits.
    if (tries <= 3) await writing.at(-1)
    return within.read(['posts/a'])
  })
  expect([seen, tries]).toEqual([[3], 4])
  await Promise.all(writing)
})

test('a value that is loaded during a write is not kept', async () => {
  const { below, one } = await contexts()
  await everything(one)
  const { promise: old, resolve } = Promise.withResolvers<unknown[]>()
  vi.spyOn(below, 'scan').mockReturnValueOnce(old as never)
  const reading = valuesUnder(one, 'posts/', { limit: 1 })
  await write(one, [['posts/a', 'new']])
  resolve([['a']])
  await reading
  expect(await valuesUnder(one, 'posts/', { limit: 1 })).toEqual(['new'])
})

test('values that are loaded while a write commits are not mixed', async () => {
  const { below, one } = await contexts()
  await everything(one)
  const commit = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const { write: original } = below
  const writes = vi.spyOn(below, 'write').mockImplementationOnce(async (...given) => {
    await commit.promise
    await original(...given)
    await end.promise
  })
  const rows = ['posts/a', 'posts/b']
  const writing = write(
    one,
    rows.map((key) => [key, 'new']),
  )
  await expect.poll(() => writes).toHaveBeenCalledOnce()
  await one.read(['posts/a'])
  const seen = await one.run('read', async (within) => {
    const [a] = await within.read(['posts/a'])
    commit.resolve()
    await new Promise(setImmediate)
    await one.read(['posts/b'])
    return [a, ...(await within.read(['posts/b']))]
  })
  end.resolve()
  await writing
  expect(seen).toEqual(['new', 'new'])
})

test('a write that fails keeps the data and later reads right', async () => {
  const { below, one } = await contexts()
  await everything(one)
  vi.spyOn(below, 'write').mockRejectedValueOnce(new Error('Full'))
  await expect(write(one, [['posts/a', 'new']])).rejects.toThrow('Full')
  expect(await read(one, ['posts/a'])).toEqual(['a'])
})

test('rows that a tool cleared together with the revision are gone', async () => {
  const { below, one } = await contexts()
  await write(one, [['posts/c', 'c']])
  await everything(one)
  await below.write(new Map(), [''])
  expect(await read(one, ['posts/a'])).toEqual([undefined])
})

test.each([1, 2, 3, 4])(
  'parallel reads in two contexts see one state each (seed %i)',
  async (seed) => {
    const { one, other } = await contexts()
    const dice = new Dice(seed)
    const keys = ['posts/a', 'posts/b', 'users/a']
    await write(
      one,
      keys.map((key) => [key, 0]),
    )
    const step = async (n: number) => {
      const store = dice.oneOf([one, other])
      const wait = async () => {
        for (let turns = dice.below(4); turns > 0; turns--) await new Promise(setImmediate)
      }
      await wait()
      if (dice.below(3) === 0) {
        await write(
          store,
          keys.map((key) => [key, n]),
        )
        return
      }
      const values = await store.run('read', async (within) => {
        const [first] = await within.read([keys[0] ?? ''])
        await wait()
        return [first, ...(await valuesUnder(within, 'posts/')), ...(await within.read(keys))]
      })
      expect(new Set(values).size).toBe(1)
    }
    await Promise.all(Array.from({ length: 300 }, (_, n) => step(n)))
  },
)
