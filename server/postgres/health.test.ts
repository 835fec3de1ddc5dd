import { expect, inject, onTestFinished, test } from 'vitest'
import type { ErrorLine } from '../log.ts'
import { organiser } from '../testing/commands.ts'
import { httpApi } from '../testing/http-api.ts'
import { startPostgres } from '../testing/postgres.ts'
import { createSchema } from '../testing/processes.ts'

test('/healthz fails while PostgreSQL is stopped, and the log says why', async () => {
  const { url, stop } = await startPostgres()
  const errors: ErrorLine[] = []
  const { send } = await httpApi({ data: url, logError: (line) => errors.push(line) })
  expect((await send('/healthz')).status).toBe(200)
  await stop()
  const check = async () => (await send('/healthz')).status
  await expect.poll(check, { timeout: 20_000, interval: 500 }).toBe(503)
  await expect.poll(() => errors.length, { timeout: 30_000 }).toBe(1)
  expect(errors[0]?.error).toMatch(/cannot be reached.*Caused by/s)
})

test('over PostgreSQL, the metrics have the size of the data, and status prints what the database knows', async () => {
  const data = await createSchema(inject('postgres') ?? '')
  const { send, close } = await httpApi({ data })
  onTestFinished(close)
  const text = await (await send('/metrics')).text()
  const [, bytes] = /^gearheads_database_bytes (\d+)$/m.exec(text) ?? []
  expect(Number(bytes)).toBeGreaterThan(10_000)
  expect(text).toContain('gearheads_disk_free_bytes Nan\n')
  const printed = await organiser(data)('status')
  expect(printed).toMatch(/^Members {5}5$/m)
  expect(printed).toMatch(/^Data {8}[\d.]+ [kM]B in postgres:/m)
  expect(printed).not.toContain('Free disk')
})
