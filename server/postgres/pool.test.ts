import pg from 'pg'
import { expect, inject, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { openPool } from '../adapters/pg-pool.ts'

test('a connection gets a statement when it has answered the one before', async () => {
  const pool = openPool(inject('postgres') ?? '')
  onTestFinished(pool.close)
  const send = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>
  const query = vi.spyOn(pg.Client.prototype, 'query') as unknown as MockInstance<typeof send>
  onTestFinished(() => query.mockRestore())
  let running = 0
  let most = 0
  query.mockImplementation(async function (this: pg.Client, ...given) {
    running += 1
    most = Math.max(most, running)
    return send.apply(this, given).finally(() => {
      running -= 1
    })
  })
  const numbers = await pool.transaction('BEGIN', (run) =>
    Promise.all([1, 2, 3].map((n) => run<{ n: number }>(`SELECT ${n} AS n`))),
  )
  expect(numbers).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  expect(most).toBe(1)
  const failing = pool.transaction('BEGIN', (run) =>
    Promise.all([run('SELECT 1 / 0'), run('SELECT 1')]),
  )
  await expect(failing).rejects.toThrow(/division by zero/)
  expect(await pool.query('SELECT 4 AS n')).toEqual([{ n: 4 }])
})
