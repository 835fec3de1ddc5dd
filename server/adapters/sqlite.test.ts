import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contentsOf } from '../../mocks/testing/stores.ts'
import { sqliteStore } from './sqlite.ts'

// mocks/data/store.test.ts tests the rules of every store, including this one.

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
  expect(await store.scan('users/')).toEqual(keys.toSorted())
  expect(await store.count('users/')).toBe(keys.length)
})

test('SQLite writes nothing and throws when space runs out half-way', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const store = sqliteStore(':memory:')
  await store.write(new Map([['posts/a', 'a']]))
  const before = await contentsOf(store)
  const [database] = exec.mock.contexts as DatabaseSync[]
  exec.mockRestore()
  database?.exec('PRAGMA max_page_count = 4')
  const changes = new Map<string, unknown>([['posts/a', 'changed']])
  for (let n = 0; n < 100; n++) changes.set(`posts/${n}`, 'x'.repeat(1000))
  await expect(store.write(changes, ['posts/'])).rejects.toMatchObject({
    name: 'QuotaExceededError',
  })
  expect(await contentsOf(store)).toEqual(before)
})

test('SQLite rejects a file that another process has open, and one that is not a database', () => {
  const file = newFile()
  const store = sqliteStore(file)
  expect(() => sqliteStore(file)).toThrow('database is locked')
  store.close()
  writeFileSync(`${file}.txt`, 'Not a database, but a text that is long enough. '.repeat(20))
  expect(() => sqliteStore(`${file}.txt`)).toThrow('file is not a database')
})
