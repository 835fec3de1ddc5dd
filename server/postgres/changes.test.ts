import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Changes } from '../../src/contract/changes.ts'
import { openStore } from '../adapters/open-store.ts'
import { lockData } from '../adapters/pg-lock.ts'
import { createSchema } from '../testing/processes.ts'

const posted: Changes = { by: 'tab', changes: [{ table: 'posts', kind: 'added', _id: 'é🏍️' }] }

/** Two processes of a club, and a connection beside them. */
async function twoProcesses(database = inject('postgres') ?? '') {
  const url = await createSchema(database)
  const [one, other] = [await openStore(url), await openStore(url)]
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()])
  })
  const [seenByOne, seenByOther] = [vi.fn(), vi.fn()]
  one.subscribe?.(seenByOne)
  const unsubscribe = other.subscribe?.(seenByOther)
  // A process knows the commits from its first look.
  for (const { store } of [one, other]) await store.read(['posts/a'])
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const query = async (sql: string) => (await client.query(sql)).rows
  const publish = ({ store }: typeof one, changes: Changes) =>
    store.write(new Map([['posts/a', 'a']]), [], changes)
  return { url, one, other, query, publish, seenByOne, seenByOther, unsubscribe }
}

test('changes reach the other processes, and not the one that made them', async () => {
  const { one, other, publish, seenByOne, seenByOther, unsubscribe } = await twoProcesses()
  await publish(one, posted)
  await expect.poll(() => seenByOther.mock.calls).toEqual([[posted]])
  unsubscribe?.()
  await publish(other, { by: '', changes: undefined })
  await expect.poll(() => seenByOne.mock.calls).toEqual([[{ by: '' }]])
  expect(seenByOther).toHaveBeenCalledOnce()
})

test('clubs in two schemas of a database do not get changes of each other', async () => {
  const [first, second] = [await twoProcesses(), await twoProcesses()]
  await first.publish(first.one, posted)
  const own: Changes = { by: 'own', changes: [] }
  await second.publish(second.one, own)
  await expect.poll(() => second.seenByOther).toHaveBeenCalledWith(own)
  expect(second.seenByOther).toHaveBeenCalledOnce()
})

test('changes of any size are published whole', async () => {
  const { one, publish, seenByOther } = await twoProcesses()
  const changes = Array.from({ length: 500 }, () => ({
    table: 'comments' as const,
    kind: 'added' as const,
    _id: crypto.randomUUID(),
    postId: crypto.randomUUID(),
  }))
  await publish(one, { by: 'tab', changes })
  await expect.poll(() => seenByOther).toHaveBeenCalledWith({ by: 'tab', changes })
})

const FEEDS = `FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'gearheads changes'`
const END_FEEDS = `SELECT pg_terminate_backend(pid, 5000) ${FEEDS}`

/** Creates a database whose connections a test may end. */
async function newDatabase(): Promise<string> {
  const url = inject('postgres') ?? ''
  const name = `d${crypto.randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return url.replace(/postgres$/, name)
}

test('a process that lost its connection gets what was published meanwhile, once', async () => {
  const { one, query, publish, seenByOne, seenByOther } = await twoProcesses(await newDatabase())
  expect(await query(END_FEEDS)).not.toEqual([])
  await publish(one, posted)
  await expect.poll(() => seenByOther.mock.calls).toEqual([[posted]])
  expect(seenByOne).not.toHaveBeenCalled()
})

test('a process that lost its connection during a restore connects again when the restore has ended', async () => {
  const { url, one, query, publish, seenByOther } = await twoProcesses(await newDatabase())
  const restore = new pg.Client(url)
  await restore.connect()
  await vi.waitFor(async () => {
    await query(END_FEEDS)
    expect(await lockData(restore, true)).toBe(true)
  }, 5000)
  // A connection that the restore excludes is open for a few milliseconds: too short to find it in pg_stat_activity.
  const ended = vi.spyOn(pg.Client.prototype, 'end')
  onTestFinished(() => ended.mockRestore())
  await expect.poll(() => ended).toHaveBeenCalled()
  await publish(one, posted)
  expect(seenByOther).not.toHaveBeenCalled()
  await restore.end()
  await expect.poll(() => seenByOther).toHaveBeenCalledWith(posted)
  const other = new pg.Client(url)
  await other.connect()
  onTestFinished(() => other.end())
  expect(await lockData(other, true)).toBe(false)
})
