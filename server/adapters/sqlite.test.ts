import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serialize } from 'node:v8'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { countUnder, valuesUnder } from '../../mocks/testing/stores.ts'
import { sqliteStore } from './sqlite.ts'

// mocks/store/store.test.ts tests the rules of every store, including this one.

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'data', 'api.db')
}

test('SQLite keeps the data for a later store of the same file', async () => {
  const file = newFile()
  const earlier = sqliteStore(file)
  await earlier.write(new Map([['posts/a', { bytes: new Uint8Array([1, 2]).buffer }]]))
  earlier.close()
  const later = sqliteStore(file)
  expect(await later.read(['posts/a'])).toEqual([{ bytes: new Uint8Array([1, 2]).buffer }])
  later.close()
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('only the owner of the process can read the data, also those of an earlier version', async () => {
  const file = newFile()
  for (const loosen of [false, true]) {
    if (loosen) chmodSync(file, 0o644)
    const store = sqliteStore(file)
    await store.write(new Map([['posts/a', 'a']]))
    const files = readdirSync(dirname(file))
    expect(files).toContain('api.db-wal')
    expect(files.map((name) => modeOf(join(dirname(file), name)))).toEqual(files.map(() => '600'))
    expect(modeOf(dirname(file))).toBe('700')
    store.close()
  }
})

test('SQLite sorts keys like strings, and distinguishes keys that are not valid Unicode', async () => {
  const store = sqliteStore(':memory:')
  const keys = ['users/\ue000', 'users/🏍️', 'users/é', 'users/\ud800', 'users/\ud801', 'users/z']
  await store.write(new Map(keys.map((key) => [key, key])))
  expect(await valuesUnder(store, 'users/')).toEqual(keys.toSorted())
  expect(await countUnder(store, 'users/')).toBe(keys.length)
})

test("SQLite's shell can read the rows, and pictures are bytes beside them", async () => {
  const file = newFile()
  const store = sqliteStore(file)
  const bytes = new Uint8Array([0, 255]).buffer
  const hostile = { _id: 'c', extra: { $bytes: 'buffer', bytes: { $bytes: 'array' } } }
  const entries = new Map<string, unknown>([
    ['posts/a', { content: 'Zünd\0ung 🏍️ \ud800' }],
    ['uploads/b', { type: 'image/png', bytes }],
    ['users/c', hostile],
  ])
  await store.write(entries)
  expect(await valuesUnder(store)).toEqual([...entries.values()])
  store.close()
  const shell = new DatabaseSync(file)
  const select = "SELECT CAST(key AS TEXT) AS key, value ->> 'type' AS type FROM rows"
  expect(shell.prepare(select).all()).toEqual([
    { key: 'posts/a', type: null },
    { key: 'uploads/b', type: 'image/png' },
    { key: 'users/c', type: null },
  ])
  expect(shell.prepare('SELECT length(value) AS size FROM bytes').all()).toEqual([{ size: 2 }])
  shell.close()
})

test('SQLite removes the bytes of a row with it', async () => {
  const file = newFile()
  const store = sqliteStore(file)
  const bytes = new Uint8Array([1]).buffer
  const pictures = ['uploads/a', 'uploads/b', 'other/c'].map((key) => [key, { bytes }] as const)
  await store.write(new Map<string, unknown>(pictures))
  await store.write(new Map([['uploads/a', undefined]]))
  await store.write(new Map(), ['other/'])
  store.close()
  const shell = new DatabaseSync(file)
  expect(shell.prepare('SELECT count(*) AS count FROM bytes').get()).toEqual({ count: 1 })
  shell.close()
})

test('SQLite keeps the data of a file that an earlier version wrote', async () => {
  const file = newFile()
  sqliteStore(file).close()
  const earlier = new DatabaseSync(file)
  earlier.exec(`DROP TABLE bytes; DROP TABLE rows; PRAGMA user_version = 0;
    CREATE TABLE rows (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID`)
  const put = earlier.prepare('INSERT INTO rows VALUES (?, ?)')
  const entries: [string, unknown][] = [
    ['meta/token-key', new Uint8Array([1, 2])],
    ['posts/é🏍️', { content: 'Kept', imageUrl: undefined }],
    ['uploads/a', { bytes: new Uint8Array([3]).buffer }],
  ]
  for (const [key, value] of entries)
    put.run(Buffer.from(key, 'utf16le').swap16(), serialize(value))
  earlier.close()
  for (const opened of ['migrated', 'opened again']) {
    const store = sqliteStore(file)
    expect(await store.read(entries.map(([key]) => key)), opened).toEqual(
      entries.map(([, value]) => value),
    )
    expect(await valuesUnder(store)).toHaveLength(3)
    store.close()
  }
})

test('SQLite writes nothing and throws when space runs out half-way', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const store = sqliteStore(':memory:')
  await store.write(new Map([['posts/a', 'a']]))
  const before = await valuesUnder(store)
  const [database] = exec.mock.contexts as DatabaseSync[]
  exec.mockRestore()
  database?.exec('PRAGMA max_page_count = 4')
  const changes = new Map<string, unknown>([['posts/a', 'changed']])
  for (let n = 0; n < 100; n++) changes.set(`posts/${n}`, 'x'.repeat(1000))
  await expect(store.write(changes, ['posts/'])).rejects.toMatchObject({ status: 507 })
  expect(await valuesUnder(store)).toEqual(before)
})

test('SQLite keeps exactly the writes of a group that succeeded, when one of them finds no space', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const store = sqliteStore(':memory:')
  await store.write(new Map([['posts/a', 'a']]))
  const [database] = exec.mock.contexts as DatabaseSync[]
  exec.mockRestore()
  database?.exec('PRAGMA max_page_count = 8')
  const large = new Map([['posts/b', 'x'.repeat(100_000)]])
  const writes = [new Map([['posts/a', 'first']]), large, new Map([['posts/c', 'last']])]
  const written = await Promise.allSettled(writes.map((changes) => store.write(changes)))
  const kept = (await store.read(['posts/a', 'posts/b', 'posts/c'])) as unknown[]
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(kept).toEqual(['first', undefined, 'last'])
})

test('SQLite rejects a file that another process has open', () => {
  const file = newFile()
  const store = sqliteStore(file)
  expect(() => sqliteStore(file)).toThrow('database is locked')
  store.close()
})

test.each<[string, (file: string) => void, string]>([
  ['an empty file', (file) => writeFileSync(file, ''), 'is empty'],
  [
    'a text',
    (file) => writeFileSync(file, 'Not a database. '.repeat(99)),
    'no data of a club. Name',
  ],
  ['a database without tables', (file) => execIn(file, 'VACUUM'), 'has no data of a club'],
  [
    'a database of another program',
    (file) => execIn(file, 'CREATE TABLE rows (id INTEGER, name TEXT)'),
    'has no data of a club',
  ],
  [
    'a database of a later version',
    (file) => execIn(file, 'CREATE TABLE entries (key, value); PRAGMA user_version = 2'),
    'is of a later version',
  ],
])('SQLite does not begin a new club in %s, and leaves it as it is', (_, make, text) => {
  const file = newFile()
  mkdirSync(dirname(file), { mode: 0o700 })
  make(file)
  const before = readFileSync(file)
  expect(() => sqliteStore(file)).toThrow(text)
  expect(readFileSync(file)).toEqual(before)
  expect(readdirSync(dirname(file))).toEqual(['api.db'])
})

function execIn(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

test('a process that is killed while it creates the file can start again', () => {
  const file = newFile()
  mkdirSync(dirname(file), { mode: 0o700 })
  // It had the tables, but not its name.
  const exec = vi.spyOn(DatabaseSync.prototype, 'close').mockImplementationOnce(() => {
    throw new Error('killed')
  })
  expect(() => sqliteStore(file)).toThrow('killed')
  exec.mockRestore()
  expect(existsSync(file)).toBe(false)
  sqliteStore(file).close()
  expect(readdirSync(dirname(file))).toEqual(['api.db'])
})

test('a new file takes nothing from the log of data that are gone, which is kept', async () => {
  const file = newFile()
  const earlier = sqliteStore(file)
  // The first write makes the reserve, and empties the log.
  for (const key of ['posts/a', 'posts/b']) await earlier.write(new Map([[key, 'gone']]))
  // A process that is killed leaves it.
  copyFileSync(`${file}-wal`, `${file}-left`)
  earlier.close()
  rmSync(file)
  renameSync(`${file}-left`, `${file}-wal`)
  const later = sqliteStore(file)
  expect(await later.read(['posts/b'])).toEqual([undefined])
  later.close()
  expect(readdirSync(dirname(file))).toContainEqual(expect.stringMatching(/before-.+-wal$/))
})

test('other requests get a turn while long rows are read', async () => {
  const store = sqliteStore(':memory:')
  onTestFinished(() => store.close())
  const keys = Array.from({ length: 40 }, (_, n) => `posts/${n}`)
  await store.write(new Map(keys.map((key) => [key, { content: 'x'.repeat(400_000) }])))
  let turns = 0
  const takeTurn = () => {
    turns += 1
    next = setImmediate(takeTurn)
  }
  let next = setImmediate(takeTurn)
  await store.read(keys)
  expect(turns).toBeGreaterThanOrEqual(12)
  turns = 0
  await valuesUnder(store, 'posts/')
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(2)
})

test('a value that was looked up in vain is found once it is written, and not after an undone write', async () => {
  const store = sqliteStore(':memory:')
  const find = async () => (await store.read(['posts/a']))[0]
  expect(await find()).toBeUndefined()
  const undone = store.run('write', async ({ read, write }) => {
    await write(new Map([['posts/a', { n: 0 }]]))
    await read(['posts/a'])
    await write(new Map([['posts/b', 1n]]))
  })
  await expect(undone).rejects.toThrow()
  await store.write(new Map([['posts/a', { n: 1 }]]))
  expect(await find()).toEqual({ n: 1 })
  await store.write(new Map([['posts/a', undefined]]))
  expect(await find()).toBeUndefined()
})

test('a write does not wait for the reply to the one before', async () => {
  const store = sqliteStore(':memory:')
  onTestFinished(() => store.close())
  const database = openDatabase(store)
  const { promise: hasWritten, resolve } = Promise.withResolvers<void>()
  const first = database.writeThenRead(
    async (tx) => tx.putMeta('first', true),
    async (tx) => {
      await hasWritten
      return tx.getMeta('first')
    },
  )
  await Promise.race([first, database.write(async (tx) => tx.putMeta('second', true))])
  resolve()
  expect(await first).toBe(true)
})

test('copies of a file that is written have one state of it each', async () => {
  const file = newFile()
  const store = sqliteStore(file)
  const large = Array.from({ length: 100 }, (_, n) => [`posts/${n}`, 'x'.repeat(20_000)] as const)
  await store.write(new Map(large))
  let isDone = false
  let writes = 0
  const writing = (async () => {
    for (; !isDone; writes++) {
      await store.run('write', async ({ write }) => {
        await write(new Map([['a', writes]]))
        await new Promise(setImmediate)
        await write(new Map([['z', writes]]))
      })
    }
  })()
  for (let n = 0; n < 10; n++) {
    const before = writes
    await store.copyTo(`${file}.${n}`)
    const copy = sqliteStore(`${file}.${n}`)
    const [a, z] = await copy.read(['a', 'z'])
    expect(a).toBe(z)
    expect(a === undefined ? 0 : Number(a) + 1).toBeGreaterThanOrEqual(before)
    expect(await countUnder(copy, 'posts/')).toBe(100)
    copy.close()
  }
  isDone = true
  await writing
  store.close()
  expect(writes).toBeGreaterThan(10)
})
