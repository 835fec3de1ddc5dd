import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { signToken } from '../../mocks/domain/token.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { userFields } from '../../mocks/testing/rows.ts'
import { callThrough } from '../../src/client/call-through.ts'
import { CHANGES_PATH, REPLICA_PATH } from '../../src/contract/changes.ts'
import { serverErrors } from '../../src/contract/errors.ts'
import { localDevice } from '../../sync/lab/devices.ts'
import { organiser } from '../testing/commands.ts'
import { openPostgresAt } from '../testing/pg-store.ts'
import { newSchema } from '../testing/postgres.ts'
import { startPair, urlOf } from '../testing/postgres-pair.ts'
import { startProcess } from '../testing/processes.ts'
import { tcpProxy } from '../testing/tcp-proxy.ts'

const SLOW = { timeout: 20_000 }

/** A primary and a standby, and two processes of a club that know both. */
async function twoProcesses({ isSynchronous = true, isProxied = false } = {}) {
  const pair = await startPair(isSynchronous)
  onTestFinished(pair.stop)
  const proxies = isProxied ? await Promise.all(pair.ports.map(tcpProxy)) : []
  onTestFinished(() => {
    for (const { stop } of proxies) stop()
  })
  const ports = isProxied ? proxies.map(({ port }) => port) : pair.ports
  const { url: data, name } = newSchema(urlOf(ports))
  await pair.query(`CREATE SCHEMA ${name}`)
  const database = openDatabase(openPostgresAt(async () => data))
  const processes = await Promise.all([startProcess(data), startProcess(data)])
  onTestFinished(async () => {
    await Promise.all(processes.map(({ kill }) => kill()))
  })
  const urls = processes.map(({ url }) => url)
  const calls = urls.map((url) => callThrough((path, init) => fetch(url + path, init)))
  const callAt = (n: number) => calls[n % 2] ?? expect.fail()
  const users = await database.write(async (tx: Transaction) => {
    const rows = []
    for (let n = 1; n <= 6; n++) rows.push(await tx.insert('users', userFields(`rider-${n}`)))
    return Promise.all(rows.map(async (row) => ({ row, token: await signToken(tx, row) })))
  })
  const tokenOf = (n: number) => users[n]?.token ?? ''
  const posts = async () => {
    const prefer = 'people=own'
    const reply = await callAt(0)('GET /api/posts', { token: tokenOf(0), prefer })
    expect(reply.status).toBe(200)
    return reply.data.posts
  }
  const texts = async () => (await posts()).map(({ content }) => content)

  /** A device at one of the processes, and the paths that it has asked for. */
  async function phone(n: number) {
    const paths: string[] = []
    const device = localDevice({
      fetch: (request, init) => {
        const { pathname, search } = new URL(
          typeof request === 'string' ? request : request.url,
          'http://club.test',
        )
        paths.push(pathname)
        const path = (urls[n % 2] ?? '') + pathname + search
        return typeof request === 'string' ? fetch(path, init) : fetch(path, request)
      },
    })
    const token = tokenOf(n)
    await device.logIn(token)
    const post = async (content: string) => {
      const { status } = await device.call('POST /api/posts', { body: { content }, token })
      expect(status).toBe(201)
    }
    const sync = () =>
      device.sync().then(
        () => true,
        () => false,
      )
    const read = async () => (await device.call('GET /api/posts', { token })).data.posts
    return { device, paths, post, sync, read, token }
  }
  return { pair, proxies, data, urls, callAt, tokenOf, posts, texts, phone }
}

type Scene = Awaited<ReturnType<typeof twoProcesses>>

/** Writers at both processes, which repeat each write under its name until it is answered. */
function startWriters({ callAt, tokenOf }: Scene) {
  const answered: string[] = []
  const statuses = new Set<number>()
  let isStopped = false
  const running = [0, 1, 2, 3].map(async (writer) => {
    for (let n = 0; !isStopped; n++) {
      const content = `Writer ${writer}/${n}`
      const key = content
      const options = { body: { content }, token: tokenOf(writer), key, prefer: 'return=minimal' }
      for (let status = 0; status !== 201; ) {
        status = (await callAt(writer)('POST /api/posts', options)).status
        statuses.add(status)
      }
      answered.push(content)
    }
  })
  return {
    answered,
    statuses,
    /** Resolves when so many more writes are answered. */
    async more(count: number) {
      const before = answered.length
      await expect.poll(() => answered.length, SLOW).toBeGreaterThan(before + count)
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

/** The texts of a stream of changes, as they arrive. */
function listen(url: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const events = { text: '' }
  const read = async () => {
    const response = await fetch(url + CHANGES_PATH, { signal: stop.signal })
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      events.text += text
    }
  }
  read().catch(() => undefined)
  /** Resolves when the process has lost the changes of the others so many times, and has them again. */
  const renewed = (times: number) =>
    expect.poll(() => events.text.split('data: {"by":""}').length - 1, SLOW).toBe(times)
  const contains = (text: string) => expect.poll(() => events.text.includes(text), SLOW).toBe(true)
  return { renewed, contains }
}

test('no answered write is lost or doubled when the primary dies, twice, and replicas go on', async () => {
  const scene = await twoProcesses()
  const { pair, urls, callAt, tokenOf, posts, texts } = scene
  const phones = await Promise.all([4, 5].map(scene.phone))
  const writers = startWriters(scene)
  const events = listen(urls[1] ?? '')
  let isDone = false
  const made: string[] = []
  const writing = phones.map(async ({ post, sync, paths }, index) => {
    paths.length = 0
    for (let n = 0; !isDone; n++) {
      const content = `Phone ${index}/${n}`
      await post(content)
      made.push(content)
      await sync()
    }
  })
  for (let n = 0; n < 2; n++) {
    await writers.more(20)
    await pair.killPrimary()
    // The first time, they look for a primary that is not there yet.
    const isDown = async () => (await fetch(`${urls[0]}/healthz`)).status === 503
    if (n === 0) await expect.poll(isDown, SLOW).toBe(true)
    await pair.promote()
    await writers.more(10)
    await pair.follow()
  }
  await writers.more(10)

  // Changes of one process reach the other again.
  await events.renewed(2)
  const body = { content: 'Live' }
  const options = { body, token: tokenOf(0), prefer: 'return=minimal' }
  const { _id } = (await callAt(0)('POST /api/posts', options)).data.posts[0] ?? expect.fail()
  await events.contains(_id)

  isDone = true
  await Promise.all([...writing, writers.stop()])
  for (const { sync } of [...phones, ...phones]) await expect.poll(sync, SLOW).toBe(true)
  const expected = [...writers.answered, ...made, 'Live']
  const own = (await texts()).filter((text) => /^(Writer|Phone|Live)/.test(text))
  expect(own.toSorted()).toEqual(expected.toSorted())
  expect([...writers.statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
  const all = await posts()
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const { device, paths, read } of phones) {
    expect(await device.pending()).toEqual([])
    expect(await read()).toEqual(all)
    // It has pulled only what was missing.
    expect(paths).not.toContain(REPLICA_PATH)
  }
}, 60_000)

test('replicas that know more than a promoted standby end equal to the club', async () => {
  const scene = await twoProcesses({ isSynchronous: false })
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

test('requests go on when the machine of the primary is gone without closing a connection', async () => {
  const scene = await twoProcesses({ isProxied: true })
  const { pair, proxies, urls, callAt, tokenOf } = scene
  const writers = startWriters(scene)
  const events = listen(urls[1] ?? '')
  await writers.more(20)
  proxies[0]?.blackHole()
  await pair.killPrimary()
  await pair.promote()
  await writers.more(20)
  await writers.stop()
  await events.renewed(1)
  const body = { content: 'Live' }
  const options = { body, token: tokenOf(0), prefer: 'return=minimal' }
  const { _id } = (await callAt(0)('POST /api/posts', options)).data.posts[0] ?? expect.fail()
  await events.contains(_id)
  const own = (await scene.texts()).filter((text) => text.startsWith('Writer'))
  expect(own.toSorted()).toEqual(writers.answered.toSorted())
}, 60_000)

test('an old primary that lives on gets no more writes, and commands find the new one', async () => {
  const scene = await twoProcesses()
  const { pair, data, texts } = scene
  const writers = startWriters(scene)
  await writers.more(20)
  await pair.promote()
  await writers.more(20)
  await writers.stop()
  // Those that wait for the standby do not notice that their clients are gone.
  const connected = `SELECT application_name, state, left(query, 60) q FROM pg_stat_activity
    WHERE application_name LIKE 'gearheads%' AND state <> 'active'`
  await expect.poll(async () => JSON.stringify(await pair.queryOther(connected)), SLOW).toBe('[]')
  const third = await startProcess(data)
  onTestFinished(third.kill)
  const call = callThrough((path, init) => fetch(third.url + path, init))
  const found = (await call('GET /api/posts')).data.posts.map(({ content }) => content)
  for (const list of [await texts(), found]) {
    const own = list.filter((text) => text.startsWith('Writer'))
    expect(own.toSorted()).toEqual(writers.answered.toSorted())
  }
  const run = organiser(data)
  const status = await run('status')
  expect(status).toMatch(/^Members {5}11$/m)
  expect(status.match(/^Database .*:\d+ takes writes$/gm)).toHaveLength(2)
  expect(await run('restore', '--rehearse')).toMatch(/^All \d+ entries are those of/m)
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
