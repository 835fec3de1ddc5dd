import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { lockData } from '../adapters/pg-lock.ts'
import { postgresStore } from '../adapters/postgres.ts'
import { newSchema } from '../testing/postgres.ts'

const DATABASES = {
  PostgreSQL: 'PostgreSQL 18.4 on x86_64-pc-linux-gnu',
  YugabyteDB: 'PostgreSQL 15.12-YB-2025.2.3.0-b1 on x86_64-pc-linux-gnu',
  CockroachDB: 'CockroachDB CCL v26.1.0 (x86_64-pc-linux-gnu, built 2026/02/02, go1.25)',
}

/** A schema in PostgreSQL that says it is of another database. */
async function database(version: string) {
  const { url, name } = newSchema(inject('postgres') ?? '')
  const connect = async () => {
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const client = await connect()
  await client.query(`CREATE SCHEMA ${name}`)
  await client.query(
    `CREATE FUNCTION version() RETURNS text AS $$ SELECT '${version}' $$ LANGUAGE sql`,
  )
  const open = async () => {
    const store = await postgresStore(url)
    onTestFinished(store.close)
    return store
  }
  return { open, connect, client }
}

/** What `jsonb` would refuse or sort, bytes, and keys in an order of their own. */
const VALUES = new Map<string, unknown>([
  ['a/1', { b: '\u0000', a: 'é🏍️' }],
  ['a/2', 'text'],
  ['a/é', null],
  ['a/🏍', { bytes: new Uint8Array([0, 255]).buffer }],
  ['b/1', 1],
])

test.each([
  { name: 'PostgreSQL', type: 'json', hasSize: true },
  { name: 'YugabyteDB', type: 'json', hasSize: false },
  { name: 'CockroachDB', type: 'text', hasSize: false },
  { name: 'CockroachDB', type: 'json', hasSize: false, hasTable: true },
] as const)('a store in $name keeps values as $type', async ({ name, type, hasSize, ...rest }) => {
  const { open, client } = await database(DATABASES[name])
  // As an earlier version has created it.
  if ('hasTable' in rest)
    await client.query('CREATE TABLE rows (key bytea PRIMARY KEY, value json NOT NULL)')
  const store = await open()
  await store.write(VALUES)
  const { rows: types } = await client.query(
    'SELECT DISTINCT pg_typeof(value)::text AS type FROM rows',
  )
  expect(types).toEqual([{ type }])
  const keys = [...VALUES.keys()]
  const read = await store.read(keys)
  expect(read).toEqual([...VALUES.values()])
  expect(JSON.stringify(read[0])).toBe(JSON.stringify(VALUES.get('a/1')))
  expect(
    await store.scan([{ prefix: 'a/', limit: 3 }, { prefix: 'b/' }, { prefix: 'c/' }]),
  ).toEqual([read.slice(0, 2).concat([null]), [1], []])
  expect(await store.count(['a/', 'b/', 'c/'])).toEqual([4, 1, 0])
  expect(await store.concurrent?.next('counter')).toBe(1)
  expect(await store.concurrent?.next('counter')).toBe(2)
  await store.write(new Map([['a/1', undefined]]))
  await store.write(
    new Map<string, unknown>([
      ['a/2', undefined],
      ['b/2', 2],
    ]),
    ['b/'],
  )
  expect(await store.read(['a/1', 'a/2', 'b/1', 'b/2'])).toEqual([
    undefined,
    undefined,
    undefined,
    2,
  ])
  expect((await store.size()) !== undefined).toBe(hasSize)
})

test.each(Object.entries(DATABASES))(
  'in %s, data are used by many or by one alone',
  async (_, version) => {
    const { connect } = await database(version)
    const [one, other, third] = [await connect(), await connect(), await connect()]
    expect(await lockData(one)).toBe(true)
    expect(await lockData(other)).toBe(true)
    expect(await lockData(third, true)).toBe(false)
    await one.end()
    await other.end()
    await expect.poll(() => lockData(third, true)).toBe(true)
    const late = await connect()
    expect(await lockData(late)).toBe(false)
    expect(await lockData(late, true)).toBe(false)
  },
)
