import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Changes } from '../../src/contract/changes.ts'
import { type ChangeFeed, pgChanges } from '../adapters/pg-changes.ts'
import type { Query } from '../adapters/pg-transactions.ts'
import { postgresStore } from '../adapters/postgres.ts'
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
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const query: Query = async (sql, values) => (await client.query(sql, values)).rows
  /** Announces changes in a transaction of `feed`, which ends as given. */
  async function announce(feed: ChangeFeed, changes: Changes, end = 'COMMIT') {
    await query('BEGIN ISOLATION LEVEL SERIALIZABLE')
    await feed.announce(query, changes)
    await query(end)
  }
  return { url, one, other, announce, query, seenByOne, seenByOther, unsubscribe }
}

const ways = [
  { way: 'LISTEN', canListen: true },
  { way: 'polling', canListen: false },
]

test.each(ways)('changes reach the other processes within a second by $way', async (given) => {
  const { one, other, announce, ...rest } = await twoFeeds(given.canListen)
  const { seenByOne, seenByOther, unsubscribe } = rest
  await announce(one, posted)
  await vi.waitFor(() => expect(seenByOther.mock.calls).toEqual([[posted]]))
  unsubscribe()
  await announce(other, { by: '', changes: undefined })
  await vi.waitFor(() => expect(seenByOne.mock.calls).toEqual([[{ by: '', changes: undefined }]]))
  expect(seenByOther).toHaveBeenCalledOnce()
})

test.each(ways)(
  'clubs in two schemas of a database do not get changes of each other by $way',
  async (given) => {
    const first = await twoFeeds(given.canListen)
    const second = await twoFeeds(given.canListen)
    await first.announce(first.one, posted)
    const own: Changes = { by: 'own', changes: undefined }
    await second.announce(second.one, own)
    await vi.waitFor(() => expect(second.seenByOther).toHaveBeenCalledWith(own), 5000)
    expect(second.seenByOther).toHaveBeenCalledOnce()
  },
)

test.each(ways)(
  'changes are published with their commit, and only then, by $way',
  async (given) => {
    const { one, announce, query, seenByOther } = await twoFeeds(given.canListen)
    await announce(one, { by: 'undone', changes: undefined }, 'ROLLBACK')
    await query('BEGIN')
    await one.announce(query, posted)
    // The process may be killed from here on.
    await query('COMMIT')
    await vi.waitFor(() => expect(seenByOther.mock.calls).toEqual([[posted]]), 5000)
  },
)

test.each(ways)(
  'a commit publishes the changes that it is given, by $way',
  async ({ canListen }) => {
    const { url, one, seenByOther } = await twoFeeds(canListen)
    const store = await postgresStore(url, one.announce)
    onTestFinished(() => store.close())
    await store.write(new Map([['posts/a', 'a']]), [], posted)
    await vi.waitFor(() => expect(seenByOther.mock.calls).toEqual([[posted]]), 5000)
  },
)

test('changes that are too many for NOTIFY are published as unknown', async () => {
  const { one, announce, seenByOther } = await twoFeeds(true)
  const changes = Array.from({ length: 50 }, () => ({
    table: 'comments' as const,
    kind: 'added' as const,
    _id: crypto.randomUUID().repeat(3),
    postId: crypto.randomUUID(),
  }))
  await announce(one, { by: 'tab', changes })
  await vi.waitFor(() =>
    expect(seenByOther).toHaveBeenCalledWith({ by: 'tab', changes: undefined }),
  )
})

test('a process that lost its connection reads everything again, and its own changes are not lost', async () => {
  const { url, one, announce, seenByOne, seenByOther } = await twoFeeds(true)
  const client = new pg.Client(url)
  await client.connect()
  const [row] = (
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gearheads changes' ORDER BY backend_start",
    )
  ).rows
  expect(row).toBeDefined()
  await client.end()
  await vi.waitFor(
    () => expect(seenByOne).toHaveBeenCalledWith({ by: '', changes: undefined }),
    5000,
  )
  await vi.waitFor(() => expect(seenByOther).toHaveBeenCalled(), 5000)
  await announce(one, posted)
  await vi.waitFor(() => expect(seenByOther).toHaveBeenLastCalledWith(posted))
})
