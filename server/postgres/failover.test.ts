import { expect, onTestFinished, test } from 'vitest'
import { serverErrors } from '../../src/contract/errors.ts'
import { clubOfTwo } from '../testing/failover-scene.ts'
import { newSchema } from '../testing/postgres.ts'
import { startPair, urlOf } from '../testing/postgres-pair.ts'

const SLOW = { timeout: 20_000 }

/** A primary and a standby, and two processes of a club that know both. Patroni does the rest: `patroni.test.ts`. */
async function twoProcesses(isSynchronous = true) {
  const pair = await startPair(isSynchronous)
  onTestFinished(pair.stop)
  const { url, name } = newSchema(urlOf(pair.ports))
  await pair.query(`CREATE SCHEMA ${name}`)
  return { pair, ...(await clubOfTwo(url)) }
}

test('replicas that know more than a promoted standby end equal to the club', async () => {
  const scene = await twoProcesses(false)
  const { pair, posts, texts } = scene
  const [one, other] = await Promise.all([scene.phone(4), scene.phone(5)])
  await one.post('Kept')
  expect(await one.sync()).toBe(true)
  expect(await other.sync()).toBe(true)
  const standbyHas = `SELECT FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()`
  await expect.poll(async () => (await pair.query(standbyHas)).length, SLOW).toBe(1)
  await pair.detachStandby()
  await one.post('Lost')
  expect(await one.sync()).toBe(true)
  expect(await other.sync()).toBe(true)
  expect((await other.read()).map(({ content }) => content)).toContain('Lost')
  await one.post('Waiting')
  await pair.killPrimary()
  await pair.promote()
  await other.post('Later')
  for (const { sync } of [one, other, one, other]) await expect.poll(sync, SLOW).toBe(true)
  const found = await texts()
  expect(found.filter((text) => /^(Kept|Lost|Waiting|Later)$/.test(text)).toSorted()).toEqual([
    'Kept',
    'Later',
    'Waiting',
  ])
  const all = await posts()
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const { read, device } of [one, other]) {
    expect(await read()).toEqual(all)
    expect(await device.pending()).toEqual([])
  }
}, 60_000)

test('a write that no standby has is not answered as done, and reads go on', async () => {
  const { pair, callAt, tokenOf } = await twoProcesses()
  const like = (n: number) =>
    callAt(n)('POST /api/posts/like/:postId', {
      params: { postId: '1' },
      token: tokenOf(n),
      key: `like ${n}`,
      prefer: 'return=minimal',
    })
  const outcome = async (n: number) => {
    const { status, error } = await like(n)
    return [status, error[0]]
  }
  const unknown = [503, serverErrors.unknownOutcome.text]
  await pair.stopStandby()
  const cancelled = outcome(0)
  const cancel =
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%INTO commits%'"
  await expect.poll(async () => (await pair.query(cancel)).length, SLOW).toBe(1)
  expect(await cancelled).toEqual(unknown)

  const waiting = outcome(1)
  const body = { content: 'Waits for its number' }
  const numbered = callAt(3)('POST /api/posts', { body, token: tokenOf(3), key: 'numbered' })
  expect((await callAt(0)('GET /api/posts')).status).toBe(200)
  expect(await waiting).toEqual(unknown)
  expect((await numbered).status).toBe(503)
  expect((await callAt(0)('GET /api/posts')).status).toBe(200)

  await pair.startStandby()
  for (const n of [0, 1]) await expect.poll(async () => (await like(n)).status, SLOW).toBe(201)
  const { post } = (await callAt(0)('GET /api/posts/:postId', { params: { postId: '1' } })).data
  expect(post.likes.likeCount).toBe(2)
}, 60_000)
