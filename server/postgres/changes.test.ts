import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Changes } from '../../src/contract/changes.ts'
import { pgChanges } from '../adapters/pg-changes.ts'
import { createSchema } from '../testing/processes.ts'

const posted: Changes = { by: 'tab', changes: [{ table: 'posts', kind: 'added', _id: 'é🏍️' }] }

async function twoFeeds(canListen: boolean) {
  const url = await createSchema(inject('postgres') ?? '')
  const [one, other] = [await pgChanges(url, canListen), await pgChanges(url, canListen)]
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()])
  })
  const [seenByOne, seenByOther] = [vi.fn(), vi.fn()]
  one.subscribe(seenByOne)
  const unsubscribe = other.subscribe(seenByOther)
  return { url, one, other, seenByOne, seenByOther, unsubscribe }
}

const ways = [
  { way: 'LISTEN', canListen: true },
  { way: 'polling', canListen: false },
]

test.each(ways)('changes reach the other processes within a second by $way', async (given) => {
  const { one, other, seenByOne, seenByOther, unsubscribe } = await twoFeeds(given.canListen)
  await one.publish(posted)
  await vi.waitFor(() => expect(seenByOther.mock.calls).toEqual([[posted]]))
  unsubscribe()
  await other.publish({ by: '', changes: undefined })
  await vi.waitFor(() => expect(seenByOne.mock.calls).toEqual([[{ by: '', changes: undefined }]]))
  expect(seenByOther).toHaveBeenCalledOnce()
})

test('changes that are too many for NOTIFY are published as unknown', async () => {
  const { one, seenByOther } = await twoFeeds(true)
  const changes = Array.from({ length: 50 }, () => ({
    ...{ table: 'comments' as const, kind: 'added' as const },
    ...{ _id: crypto.randomUUID().repeat(3), postId: crypto.randomUUID() },
  }))
  await one.publish({ by: 'tab', changes })
  await vi.waitFor(() =>
    expect(seenByOther).toHaveBeenCalledWith({ by: 'tab', changes: undefined }),
  )
})

test('a process that lost its connection reads everything again, and others what it could not publish', async () => {
  const { url, one, seenByOne, seenByOther } = await twoFeeds(true)
  const client = new pg.Client(url)
  await client.connect()
  const [row] = (
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gearheads changes' ORDER BY backend_start",
    )
  ).rows
  expect(row).toBeDefined()
  await client.end()
  await one.publish(posted)
  const unknown = { by: '', changes: undefined }
  await vi.waitFor(() => expect(seenByOne).toHaveBeenCalledWith(unknown), 5000)
  await vi.waitFor(() => expect(seenByOther).toHaveBeenCalledWith(unknown), 5000)
  await one.publish(posted)
  await vi.waitFor(() => expect(seenByOther).toHaveBeenLastCalledWith(posted))
})
