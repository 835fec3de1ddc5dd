import { expect, onTestFinished, test, vi } from 'vitest'
import { sqliteStore } from '../../server/adapters/sqlite.ts'
import { fold } from '../../src/contract/words.ts'
import { type Database, openDatabase } from '../database.ts'
import { replaceData } from '../seed/data-set.ts'
import { generatedData } from '../seed/generate.ts'
import { memoryStore } from '../store/adapters/memory.ts'
import { newUuid } from '../store/ids.ts'
import { entryKey, rowKey } from '../store/keys.ts'
import { Dice } from '../store/random.ts'
import type { Store } from '../store/store.ts'
import type { PostRow } from '../store/tables.ts'
import { postFields } from '../testing/rows.ts'
import { valuesUnder } from '../testing/stores.ts'
import { findPosts } from './search.ts'
import {
  BLOCK,
  BLOCK_LENGTH,
  newestInBlock,
  packTexts,
  repairBlocks,
  type TextBlock,
} from './text-blocks.ts'

const WORDS = ['Clutch', 'Cafe\u0301', 'clutch pedal', 'Rain', 'Straße', 'İZMİR']

/** A database with generated posts. */
async function databaseOf(posts: number, seed = 1) {
  const store = memoryStore()
  const database = openDatabase(store)
  await database.write((tx) =>
    replaceData(tx, generatedData({ users: 5, posts, seed }, Date.now())),
  )
  return { store, database }
}

type Search = { text: string; before?: string; limit?: number }

/** The `_id`s that a search finds, and those that a filter of all posts finds. */
const searched = (database: Database, { text, before, limit }: Search) =>
  database.read(async (tx) => {
    const found = await findPosts(tx, { before, limit }, text)
    const names = new Map((await tx.list('users')).map(({ _id, username }) => [_id, username]))
    const folded = fold(text)
    const expected = (await tx.list('posts', { before })).filter(({ userId, content }) =>
      [content, names.get(userId) ?? ''].some((one) => fold(one).includes(folded)),
    )
    const idsOf = (rows: PostRow[]) => rows.map(({ _id }) => _id)
    return { found: idsOf(found), expected: idsOf(expected.slice(0, limit)) }
  })

/** One random write, as a handler or a migration does it. */
async function writeSomething(database: Database, dice: Dice): Promise<void> {
  await database.write(async (tx) => {
    const posts = await tx.list('posts')
    const users = await tx.list('users')
    const post = dice.oneOf(posts)
    const user = dice.oneOf(users)
    const content = `${dice.oneOf(WORDS)} ${dice.below(100)}`
    const fields = { ...postFields(), userId: user._id, content }
    const kind = dice.below(6)
    if (kind === 0) await tx.put('posts', { ...post, content })
    if (kind === 1) await tx.remove('posts', post)
    if (kind === 2) await tx.put('users', { ...user, username: content })
    if (kind === 3) await tx.insert('posts', fields)
    // A post of the past, as another device may have written it.
    const _id = post._id.slice(0, 20) + newUuid().slice(20)
    if (kind === 4) await tx.put('posts', { ...fields, _id, id: String(dice.below(5000) + 5000) })
    if (kind === 5) {
      const sequence = Number(await tx.getMeta('sequence/posts'))
      tx.putMeta('sequence/posts', Math.ceil((sequence + 1) / BLOCK) * BLOCK - 1)
      for (let times = 0; times < 3; times++) await tx.insert('posts', fields)
    }
  })
}

test.each([1, 2, 3])('a search after random writes equals a filter (seed %i)', async (seed) => {
  const { database } = await databaseOf(2 * BLOCK + 30, seed)
  const dice = new Dice(seed)
  for (let step = 0; step < 40; step++) {
    await writeSomething(database, dice)
    const posts = await database.read((tx) => tx.list('posts'))
    const before = dice.below(2) === 0 ? undefined : dice.oneOf(posts)._id
    const limit = dice.below(3) === 0 ? undefined : dice.below(30) + 1
    const text = dice.oneOf([
      ...WORDS,
      'café',
      'STRASSE',
      'izmir',
      'turbo',
      'mira',
      'e',
      'nowhere',
      'pedal 1',
    ])
    const { found, expected } = await searched(database, { text, before, limit })
    expect(found).toEqual(expected)
  }
})

test('all posts but the newest few are in blocks after a reset, a migration and new posts', async () => {
  const { database } = await databaseOf(2 * BLOCK + 3)
  const left = () =>
    database.read(async (tx) => {
      const newest = await newestInBlock(tx)
      return (await tx.list('posts')).filter(({ _id }) => _id > newest).length
    })
  expect(await left()).toBe(3)
  await database.write(async (tx) => {
    for (let n = 1; n <= BLOCK; n++) {
      await tx.put('posts', { ...postFields(), _id: newUuid(), id: String(2 * BLOCK + 3 + n) })
    }
  })
  expect(await left()).toBe(3)
  await database.write((tx) =>
    replaceData(tx, generatedData({ users: 5, posts: BLOCK - 1 }, Date.now())),
  )
  expect(await left()).toBe(BLOCK - 1)
  await database.write(async (tx) => {
    tx.putMeta('sequence/posts', 0)
    await tx.insert('posts', postFields())
    await packTexts(tx)
  })
  expect(await left()).toBe(0)
})

test('a search for a rare word reads blocks instead of rows', async () => {
  const { store, database } = await databaseOf(4 * BLOCK)
  await database.write((tx) => tx.insert('posts', { ...postFields(), content: 'Needle bearing' }))
  const scan = vi.spyOn(store, 'scan')
  const { found, expected } = await searched(database, { text: 'nothing like it' })
  expect(found).toEqual(expected)
  const rows = scan.mock.calls
    .flatMap(([ranges]) => ranges)
    .filter(({ prefix }) => prefix === 'posts/')
  // A first batch that reaches the newest block, and the list for the comparison.
  expect(rows).toHaveLength(2)
})

test('a new post changes no block', async () => {
  const { store, database } = await databaseOf(2 * BLOCK)
  const write = vi.spyOn(store, 'write')
  await database.write((tx) => tx.insert('posts', postFields()))
  const keys = write.mock.calls.flatMap(([changes]) => [...changes.keys()])
  expect(keys.filter((key) => key.startsWith('posts.text/'))).toEqual([])
})

test('an incomplete row does not shorten a page', async () => {
  const { store, database } = await databaseOf(BLOCK)
  const { expected } = await searched(database, { text: 'e' })
  const [broken] = await database.read((tx) => tx.list('posts', { limit: 1 }))
  await store.write(new Map([[rowKey('posts', broken?._id ?? ''), { _id: broken?._id }]]))
  const { found } = await searched(database, { text: 'e', limit: 5 })
  expect(found).toEqual(expected.filter((id) => id !== broken?._id).slice(0, 5))
})

const LONG = 180_000
const longText = (n: number) => `Needle ${n} `.padEnd(LONG, 'x')

/** The characters of the longest block, as it is stored. */
async function longestBlock(store: Store): Promise<number> {
  const blocks = await valuesUnder(store, 'posts.text/')
  return Math.max(0, ...blocks.map((block) => JSON.stringify(block).length))
}

/** With the ids and the names of the fields. */
const AT_MOST = BLOCK_LENGTH * 1.2

async function expectSearches(database: Database): Promise<void> {
  for (const text of ['needle 3', 'turbo', 'nowhere', 'mira']) {
    const { found, expected } = await searched(database, { text, limit: 7 })
    expect(found).toEqual(expected)
  }
}

test('new long posts are packed before they fill more than a block', async () => {
  const { store, database } = await databaseOf(BLOCK)
  for (let n = 0; n < 20; n++) {
    await database.write((tx) => tx.insert('posts', { ...postFields(), content: longText(n) }))
    const left = await database.read(async (tx) => {
      const newest = await newestInBlock(tx)
      return (await tx.list('posts')).filter(({ _id }) => _id > newest)
    })
    expect(JSON.stringify(left).length).toBeLessThan(AT_MOST)
  }
  expect(await longestBlock(store)).toBeLessThan(AT_MOST)
  await expectSearches(database)
})

test('a block that grows by edits is split, and an edit changes the blocks of its post only', async () => {
  const { store, database } = await databaseOf(2 * BLOCK)
  const posts = await database.read((tx) => tx.list('posts'))
  const write = vi.spyOn(store, 'write')
  for (const [n, post] of posts.slice(100, 120).entries()) {
    await database.write((tx) => tx.put('posts', { ...post, content: longText(n) }))
    const [changes] = write.mock.lastCall ?? []
    const blocks = [...(changes ?? [])].filter(([key]) => key.startsWith('posts.text/'))
    expect(JSON.stringify(blocks).length).toBeLessThan(AT_MOST + 2 * LONG)
  }
  expect(await longestBlock(store)).toBeLessThan(AT_MOST)
  await expectSearches(database)
})

test('a block of an earlier version, with any length, is searched and can be split', async () => {
  const { store, database } = await databaseOf(BLOCK)
  const posts = await database.read((tx) => tx.list('posts'))
  const changed = posts.slice(0, 20).map((post, n) => ({ ...post, content: longText(n) }))
  const texts = new Map(changed.map(({ _id, content }) => [_id, fold(content)]))
  const [block] = (await valuesUnder(store, 'posts.text/')) as TextBlock[]
  if (!block) throw new Error('No block')
  const entries = block.entries.map(([_id, userId, text]) => [_id, userId, texts.get(_id) ?? text])
  const rows = changed.map((post) => [rowKey('posts', post._id), post] as const)
  await store.write(
    new Map<string, unknown>([...rows, [entryKey('posts.text', block._id), { ...block, entries }]]),
  )
  expect(await longestBlock(store)).toBeGreaterThan(3 * BLOCK_LENGTH)
  await expectSearches(database)
  await database.write(repairBlocks)
  expect(await longestBlock(store)).toBeLessThan(AT_MOST)
  await expectSearches(database)
})

test('data from PostgreSQL, which has no blocks, get them at the start', async () => {
  const { store, database } = await databaseOf(2 * BLOCK)
  await store.write(new Map(), ['posts.text/', 'posts.packed/'])
  await database.write(repairBlocks)
  expect(await valuesUnder(store, 'posts.text/')).toHaveLength(2)
  await expectSearches(database)
})

test('writers of a server do not wait for the end of a search', async () => {
  const store = sqliteStore(':memory:')
  onTestFinished(() => store.close())
  const database = openDatabase(store)
  await database.write((tx) =>
    replaceData(tx, generatedData({ users: 5, posts: 10 * BLOCK }, Date.now())),
  )
  const ended: string[] = []
  const searching = database
    .read((tx) => findPosts(tx, {}, 'nowhere'))
    .then(() => ended.push('search'))
  await new Promise(setImmediate)
  const writing = database
    .write((tx) => tx.insert('posts', postFields()))
    .then(() => ended.push('write'))
  await Promise.all([searching, writing])
  expect(ended).toEqual(['write', 'search'])
})

test('a search finds each post once when the newest are packed meanwhile', async () => {
  const store = sqliteStore(':memory:')
  onTestFinished(() => store.close())
  const database = openDatabase(store)
  const data = generatedData({ users: 5, posts: 2 * BLOCK - 1 }, Date.now())
  await database.write((tx) => replaceData(tx, data))
  const packed = () => database.readUnlocked(newestInBlock)
  const before = await packed()
  const searching = database.read((tx) => findPosts(tx, {}, 'e'))
  await new Promise(setImmediate)
  const writing = database.write((tx) => tx.insert('posts', { ...postFields(), content: 'x' }))
  const found = (await searching).map(({ _id }) => _id)
  await writing
  expect(await packed()).not.toBe(before)
  expect(found).toEqual([...new Set(found)])
  expect(found).toEqual((await searched(database, { text: 'e' })).expected)
})
