import { expect, inject, test, vi } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { logKey } from '../../mocks/store/log.ts'
import {
  lastCursor,
  logWrite,
  placeOf,
  readChanges,
  startLog,
  trimLog,
} from '../../sync/club/write-log.ts'
import { openPostgresAt } from '../testing/pg-store.ts'
import { createSchema } from '../testing/processes.ts'

const nobody = { viewers: [], owners: [], names: [] }

/** Two processes of a club. */
async function twoProcesses() {
  const url = await createSchema(inject('postgres') ?? '')
  const [first, second] = [1, 2].map(() =>
    openDatabase(
      openPostgresAt(async () => url),
      { origin: 'late', beforeCommit: logWrite },
    ),
  )
  if (!first || !second) throw new Error('A process is missing')
  await first.write(startLog)
  const put = ({ write }: typeof first, _id: string) =>
    write(async (tx) => tx.entries.set(`users.id/${_id}`, _id))
  const read = ({ read: run }: typeof first, cursor: string) =>
    run((tx) => readChanges(tx, cursor, nobody))
  return { first, second, put, read }
}

test('a device that reads while two processes write misses nothing, and reads nothing twice', async () => {
  const { first, second, put, read } = await twoProcesses()
  let cursor = await first.read(lastCursor)
  const seen: string[] = []
  const pull = async (from: typeof first) => {
    const changes = await read(from, cursor)
    expect(changes, cursor).toBeDefined()
    cursor = changes?.cursor ?? ''
    seen.push(...(changes?.entries ?? []).map(([key]) => key))
  }
  let isWriting = true
  const written: string[] = []
  const writing = Promise.all(
    [first, second].map(async (process, index) => {
      for (let n = 0; n < 40; n += 1) {
        const ids = Array.from({ length: 5 }, (_, at) => `${index}-${n}-${at}`)
        written.push(...ids.map((id) => `users.id/${id}`))
        await Promise.all(ids.map((id) => put(process, id)))
      }
    }),
  ).finally(() => {
    isWriting = false
  })
  while (isWriting) for (const process of [second, first]) await pull(process)
  await writing
  await pull(second)
  expect(seen.toSorted()).toEqual(written.toSorted())
})

test('a cursor is unknown when another entry has its number, as after the loss of the last commits', async () => {
  const { first, second, put, read } = await twoProcesses()
  await put(first, 'a')
  const before = await first.read(lastCursor)
  await put(second, 'b')
  const cursor = await second.read(lastCursor)
  expect((await read(first, cursor))?.cursor).toBe(cursor)
  await first.write(async (tx) =>
    tx.entries.set(logKey(placeOf(cursor).n), { id: 'other', n: 1, writes: [] }),
  )
  expect(await read(second, cursor)).toBeUndefined()
  expect(await read(second, before)).toBeDefined()
})

test('a month later, a cursor at the last entry of a club is valid', async () => {
  const { first, put, read } = await twoProcesses()
  const old = await first.read(lastCursor)
  await put(first, 'a')
  const cursor = await first.read(lastCursor)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 24 * 3_600_000 })
  try {
    expect(await first.write(trimLog)).toBe(false)
  } finally {
    vi.useRealTimers()
  }
  expect(await read(first, cursor)).toBeDefined()
  expect(await read(first, old)).toBeUndefined()
})
