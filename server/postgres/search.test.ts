import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { emptyDataSet, replaceData } from '../../mocks/seed/data-set.ts'
import { memoryStore } from '../../mocks/store/adapters/memory.ts'
import type { Store } from '../../mocks/store/store.ts'
import { testApi } from '../../mocks/testing/api.ts'
import { userFields } from '../../mocks/testing/rows.ts'
import { openPool } from '../adapters/pg-pool.ts'
import { createSearchIndexes } from '../adapters/pg-search.ts'
import { openPostgres } from '../testing/pg-store.ts'

const POSTGRES = inject('postgres') ?? ''
const TIME = '2026-01-01T12:00:00+00:00'

/** Texts of parts that are hard to fold, to escape or to index. */
const texts = fc
  .array(
    fc.constantFrom(
      ...[
        'café racer',
        'CAFÉ',
        'v-max 12',
        'ﬁat Ｖ８',
        'soft\u00adtail',
        'STRASSE',
        'cafe\u0301',
        'i\u0307stanbul',
        'kılıf',
        'q\u0307ab',
        'Kelvin \u212A',
        '\u0130stanbul',
        'ı',
        'ß',
        'ẞ',
        'Σίσυφος',
        'ΣΊΣΥΦΟΣ',
      ],
      ...[
        '"quoted"',
        '\\back',
        'tab\t',
        'line\nline',
        '%',
        '_',
        "'",
        '🏍️',
        'abc',
        'ABCD',
        'x',
        ' ',
        '\u0000',
        'content',
      ],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''))

async function filled(store: Store, usernames: string[], contents: string[]) {
  const api = testApi(store)
  const database = openDatabase(store)
  await database.write(async (tx) => {
    await replaceData(tx, emptyDataSet())
    const users = []
    for (const name of usernames) users.push(await tx.insert('users', userFields(name)))
    for (const [index, content] of contents.entries()) {
      const userId = users[index % users.length]?._id ?? ''
      const fields = { userId, content, takenLikes: 0, createdAt: TIME, updatedAt: TIME }
      await tx.insert('posts', fields)
    }
  })
  return async (search: string) => {
    const query = `?search=${encodeURIComponent(search.toWellFormed())}&limit=2`
    const { posts } = (await api.call('GET /api/posts', { query })).data
    const { users } = (await api.call('GET /api/users', { query })).data
    return [posts.map(({ content }) => content), users.map(({ username }) => username)]
  }
}

test('a search in PostgreSQL finds what a search in memory finds', async () => {
  const store = openPostgres(POSTGRES)
  const given = fc.record({
    usernames: fc.array(texts, { minLength: 1, maxLength: 4 }),
    contents: fc.array(texts, { maxLength: 8 }),
    searches: fc.array(texts, { minLength: 1, maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ usernames, contents, searches }) => {
      const inMemory = await filled(memoryStore(), usernames, contents)
      const inPostgres = await filled(store, usernames, contents)
      for (const search of [...searches, ...searches.map((text) => text.slice(1, 5))]) {
        expect(await inPostgres(search)).toEqual(await inMemory(search))
      }
    }),
    { numRuns: 30 },
  )
})

test('a search reads only the rows that the index names', async () => {
  const store = openPostgres(POSTGRES)
  await filled(store, ['ada', 'Mirage'], ['A CAFÉ Racer', 'New tyres', 'Racers', 'By mirage'])
  const database = openDatabase(store)
  const found = await database.read(async (tx) => [
    (await tx.entries.search('users', 'mira'))?.map(({ username }) => username),
    (await tx.entries.search('posts', 'café racer'))?.map(({ content }) => content),
    (await tx.entries.search('posts', 'mirage'))?.map(({ content }) => content),
    // Too short for the index.
    await tx.entries.search('posts', 'ny'),
  ])
  expect(found).toEqual([['Mirage'], ['A CAFÉ Racer'], ['By mirage', 'New tyres'], undefined])
})

test('without the right to create the extension, a search reads all rows', async () => {
  const name = `r${crypto.randomUUID().replaceAll('-', '')}`
  const admin = openPool(POSTGRES)
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`)
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.close()
  const url = new URL(POSTGRES)
  Object.assign(url, { username: name, password: name, pathname: `/${name}` })
  const pool = openPool(url.href)
  expect(await createSearchIndexes(pool.query)).toBe(false)
  await pool.close()
})
