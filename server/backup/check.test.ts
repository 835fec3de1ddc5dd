import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { sqliteStore } from '../adapters/sqlite.ts'
import { checkSnapshot } from './check-snapshot.ts'
import { openSqlite } from './sqlite.ts'

/** A file with the seed, one of whose users follows another. */
async function seeded(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'club.db')
  const store = sqliteStore(file)
  await openDatabase(store).write(async (tx) => {
    const [user, other] = await tx.list('users')
    tx.entries.set('push.of/browser', user?._id)
    await tx.links.add('following', user ?? expect.fail(), other ?? expect.fail())
  })
  store.close()
  return file
}

async function checkFile(file: string): Promise<string[]> {
  const snapshot = await openSqlite(file)
  return checkSnapshot(snapshot).finally(snapshot.close)
}

test('data without a fault have none', async () => {
  expect(await checkFile(await seeded())).toEqual([])
})

test.each([
  ['a row without its index entry', "DELETE FROM rows WHERE CAST(key AS TEXT) LIKE 'posts.id/%'"],
  ['an index entry without its row', "DELETE FROM rows WHERE CAST(key AS TEXT) LIKE 'posts/%'"],
  [
    'a link without its mirror',
    "DELETE FROM rows WHERE CAST(key AS TEXT) LIKE 'lists/%/following/%'",
  ],
  ['a wrong count', "UPDATE rows SET value = '9' WHERE CAST(key AS TEXT) LIKE 'counts/%'"],
  [
    'a row that cannot be read',
    "UPDATE rows SET value = '{' WHERE CAST(key AS TEXT) LIKE 'users/%'",
  ],
  [
    'a picture without its bytes',
    `INSERT INTO rows VALUES (CAST('uploads/a' AS BLOB), '{"bytes":{"$bytes":"buffer"}}')`,
  ],
])('%s is a fault', async (_, sql) => {
  const file = await seeded()
  const database = new DatabaseSync(file)
  expect(database.prepare(sql).run().changes).toBeGreaterThan(0)
  database.close()
  expect(await checkFile(file)).toHaveLength(1)
})
