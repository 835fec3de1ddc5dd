import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../../mocks/api-error.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { openPool, type Query } from '../adapters/pg-transactions.ts'
import { createSchema } from '../testing/processes.ts'

/** Connections to a database with a table of two counters. */
async function twoCounters() {
  const pool = openPool(await createSchema(inject('postgres') ?? ''))
  onTestFinished(pool.close)
  await pool.query('CREATE TABLE counters (name text PRIMARY KEY, value int)')
  await pool.query("INSERT INTO counters VALUES ('a', 0), ('b', 0)")
  const values = async () => {
    const rows = await pool.query<{ value: number }>('SELECT value FROM counters ORDER BY name')
    return rows.map(({ value }) => value)
  }
  return { pool, values }
}

test('transactions that conflict are repeated until each has seen the others', async () => {
  const { pool, values } = await twoCounters()
  const { promise: bothHaveRead, resolve } = Promise.withResolvers<void>()
  const work = vi.fn(async ({ query }: Pick<typeof pool, 'query'>) => {
    const [row] = await query<{ sum: string }>('SELECT sum(value) AS sum FROM counters')
    if (work.mock.calls.length === 2) resolve()
    await bothHaveRead
    await query("UPDATE counters SET value = $1 WHERE name = 'a'", [Number(row?.sum) + 1])
  })
  await Promise.all([pool.run('write', work), pool.run('write', work)])
  expect(await values()).toEqual([2, 0])
  expect(work.mock.calls.length).toBeGreaterThan(2)
})

test('a transaction that conflicts 8 times fails with 503, and changes nothing', async () => {
  const { pool, values } = await twoCounters()
  const work = vi.fn(async ({ query }: Pick<typeof pool, 'query'>) => {
    await query('UPDATE counters SET value = 5')
    throw Object.assign(new Error('Conflict'), { code: '40001' })
  })
  await expect(pool.run('write', work)).rejects.toMatchObject({
    status: 503,
    message: apiErrors.busyDatabase.text,
  })
  expect(work).toHaveBeenCalledTimes(8)
  expect(await values()).toEqual([0, 0])
})

test('an error that rests on outdated reads is not the reply: the transaction is repeated', async () => {
  const { pool, values } = await twoCounters()
  let isFirst = true
  const work = vi.fn(async ({ query }: Pick<typeof pool, 'query'>) => {
    const [row] = await query<{ value: number }>("SELECT value FROM counters WHERE name = 'a'")
    await query("UPDATE counters SET value = 1 WHERE name = 'b'")
    if (isFirst) {
      isFirst = false
      await pool.run('write', async (other) => {
        await other.query("SELECT value FROM counters WHERE name = 'b'")
        await other.query("UPDATE counters SET value = 1 WHERE name = 'a'")
      })
    }
    if (row?.value === 0) throw new ApiError(apiErrors.noLikeToTake)
    return row?.value
  })
  expect(await pool.run('write', work)).toBe(1)
  expect(work).toHaveBeenCalledTimes(2)
  expect(await values()).toEqual([1, 1])
})

test('work is repeated when its connection is lost before the commit, and not after', async () => {
  const { pool, values } = await twoCounters()
  const end = async (query: typeof pool.query) => {
    const [row] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await pool.queryAlone('SELECT pg_terminate_backend($1, 5000)', [row?.pid])
  }
  let isFirst = true
  await pool.run('write', async ({ query }) => {
    if (isFirst) await end(query)
    isFirst = false
    await query('UPDATE counters SET value = value + 1')
  })
  expect(await values()).toEqual([1, 1])

  const work = vi.fn(async ({ query }: Pick<typeof pool, 'query'>) => {
    await query('UPDATE counters SET value = value + 1')
    await end(query)
  })
  await expect(pool.run('write', work)).rejects.toMatchObject({
    status: 503,
    message: apiErrors.unknownOutcome.text,
  })
  expect(work).toHaveBeenCalledOnce()
  expect(await values()).toEqual([1, 1])
})

/** A function that fails with a code at its first calls. */
async function failing(query: Query, code: string, times: number) {
  // Sequences count on when a transaction is undone.
  await query('CREATE SEQUENCE calls')
  await query(
    `CREATE FUNCTION fail() RETURNS trigger AS $$ BEGIN
       IF nextval('calls') <= ${times} THEN RAISE 'Failed' USING ERRCODE = '${code}'; END IF;
       RETURN NULL;
     END $$ LANGUAGE plpgsql`,
  )
}

test('a statement of its own is repeated when it conflicts', async () => {
  const { pool, values } = await twoCounters()
  await failing(pool.query, '40001', 2)
  await pool.query('CREATE TRIGGER fail AFTER UPDATE ON counters EXECUTE FUNCTION fail()')
  await pool.query('UPDATE counters SET value = value + 1')
  await pool.queryAlone('UPDATE counters SET value = value + 1')
  expect(await values()).toEqual([2, 2])
})

test('a commit of which the database does not know whether it was done is not repeated', async () => {
  const { pool, values } = await twoCounters()
  await failing(pool.query, '40003', 1)
  await pool.query(
    `CREATE CONSTRAINT TRIGGER fail AFTER UPDATE ON counters DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION fail()`,
  )
  const work = vi.fn(async ({ query }: Pick<typeof pool, 'query'>) => {
    await query("UPDATE counters SET value = value + 1 WHERE name = 'a'")
  })
  await expect(pool.run('write', work)).rejects.toMatchObject({
    status: 503,
    message: apiErrors.unknownOutcome.text,
  })
  expect(work).toHaveBeenCalledOnce()
  // The same before the commit changes nothing, and the work is repeated.
  await pool.query('ALTER SEQUENCE calls RESTART')
  await pool.query('DROP TRIGGER fail ON counters')
  await pool.query('CREATE TRIGGER fail AFTER UPDATE ON counters EXECUTE FUNCTION fail()')
  await pool.run('write', work)
  expect(work).toHaveBeenCalledTimes(3)
  expect(await values()).toEqual([1, 0])
})

test('statements of a transaction run in order, and a reader changes nothing', async () => {
  const { pool, values } = await twoCounters()
  await pool.run('write', async ({ query }) => {
    await Promise.all([
      query('UPDATE counters SET value = 1'),
      query('UPDATE counters SET value = value * 10'),
    ])
  })
  expect(await values()).toEqual([10, 10])
  const read = pool.run('read', ({ query }) => query('UPDATE counters SET value = 5'))
  await expect(read).rejects.toThrow('read-only transaction')
})

test('a read of too much JSON is given up, and its connection stays usable', async () => {
  const url = await createSchema(inject('postgres') ?? '')
  const pool = openPool(url, { all: 3_000, own: 2_000 })
  onTestFinished(pool.close)
  await pool.query('CREATE TABLE texts (value json)')
  const text = JSON.stringify({ text: 'x'.repeat(880) })
  await pool.query('INSERT INTO texts SELECT $1::json FROM generate_series(1, 5)', [text])
  const read = (count: number) =>
    pool.run('read', ({ query }) => query('SELECT value FROM texts LIMIT $1', [count]))
  await expect(read(5)).rejects.toMatchObject({ status: 413, message: apiErrors.longReply.text })
  for (let n = 0; n < 20; n++) expect(await read(2)).toHaveLength(2)
  await pool.run('read', async ({ query }) => {
    await query('SELECT value FROM texts LIMIT 2')
    const busy = { status: 503, message: apiErrors.busyReplies.text }
    await expect(read(2)).rejects.toMatchObject(busy)
  })
  expect(await read(2)).toHaveLength(2)
})
