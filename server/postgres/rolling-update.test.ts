import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { signToken } from '../../mocks/domain/token.ts'
import { migrations } from '../../mocks/migrations.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { userFields } from '../../mocks/testing/rows.ts'
import { callThrough } from '../../src/client/call-through.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { localDevice } from '../../sync/lab/devices.ts'
import { postgresStore } from '../adapters/postgres.ts'
import { startBalancer } from '../testing/balancer.ts'
import { appOf, httpApi } from '../testing/http-api.ts'
import { openPostgresAt } from '../testing/pg-store.ts'
import { createSchema, startProcess, startProgram } from '../testing/processes.ts'

const BUILD_PROCESS = fileURLToPath(new URL('../testing/build-process.ts', import.meta.url))
const CLUB_PROCESS = fileURLToPath(new URL('../testing/club-process.ts', import.meta.url))
const MIGRATE = fileURLToPath(new URL('../migrate.ts', import.meta.url))
const NEXT_VERSION = new URL('../testing/next-version.ts', import.meta.url).href

type Process = Awaited<ReturnType<typeof startProgram>>

/** Processes on one database, and people whose requests go to any of those in `targets`. */
async function club() {
  const data = await createSchema(inject('postgres') ?? '')
  const targets: string[] = []
  const processes: Process[] = []
  onTestFinished(async () => {
    await Promise.all(processes.map(({ kill }) => kill()))
  })
  async function add(starting: Promise<Process>): Promise<Process> {
    const started = await starting
    processes.push(started)
    targets.push(started.url)
    return started
  }
  const leave = ({ url }: Process) => void targets.splice(targets.indexOf(url), 1)
  const address = await startBalancer(targets)
  const database = openDatabase(openPostgresAt(async () => data))
  const people = (count: number) =>
    database.write(async (tx: Transaction) => {
      const rows = []
      for (let n = 1; n <= count; n++) rows.push(await tx.insert('users', userFields(`rider-${n}`)))
      return Promise.all(rows.map(async (row) => ({ row, token: await signToken(tx, row) })))
    })
  return { data, add, leave, address, people, database }
}
type Club = Awaited<ReturnType<typeof club>>

/** A phone at the load balancer. */
function phoneAt(address: string, device = localDevice) {
  return device({
    fetch: (request, init) => {
      if (typeof request === 'string') return fetch(address + request, init)
      const { pathname, search } = new URL(request.url)
      return fetch(address + pathname + search, request)
    },
  })
}

/**
 * Phones and pages that write until `stop`. A page without a worker sends a write again under its key, as a draft is sent
 * again.
 */
async function writers(
  { address, people }: Club,
  { phones, pages }: { phones: number; pages: number },
) {
  const users = await people(phones + pages)
  const call = callThrough((path, init) => fetch(address + path, init))
  /** Everything that a person was told is done. */
  const done: string[] = []
  const problems = new Set<string>()
  const refusals: { status: number; error: string[]; retryAfter: string | null }[] = []
  let isStopped = false
  const devices = await Promise.all(
    users.slice(0, phones).map(async ({ token, row }) => {
      const phone = phoneAt(address)
      await phone.logIn(token)
      return { phone, token, name: row.username }
    }),
  )
  const phoning = devices.map(async ({ phone, token, name }) => {
    for (let n = 0; !isStopped; n++) {
      const content = `${name} ${n}`
      const { status } = await phone.call('POST /api/posts', { body: { content }, token })
      expect(status).toBe(201)
      done.push(content)
      await phone.sync().catch(({ message }) => problems.add(message))
    }
  })
  const paging = users.slice(phones).map(async ({ token, row }) => {
    for (let n = 0; !isStopped; n++) {
      const content = `${row.username} ${n}`
      const options = { body: { content }, token, key: content, prefer: 'return=minimal' }
      for (let status = 0; status !== 201 && !isStopped; ) {
        const answer = await call('POST /api/posts', options)
        status = answer.status
        if (status === 201) done.push(content)
        // With so many writers, a transaction may have to be tried again too often.
        else if (answer.error?.[0] !== apiErrors.busyDatabase.text) {
          const retryAfter = answer.headers.get('Retry-After')
          refusals.push({ status, error: answer.error, retryAfter })
        }
      }
    }
  })
  return {
    call,
    done,
    devices,
    problems,
    refusals,
    /** Resolves when so many more writes are done. */
    async progress(count: number) {
      const before = done.length
      await vi.waitFor(() => expect(done.length).toBeGreaterThan(before + count), 30_000)
    },
    async stop() {
      isStopped = true
      await Promise.all([...phoning, ...paging])
    },
  }
}

test('processes of two builds serve phones and pages in turn; all writes are done once while one build replaces the other', async () => {
  const place = await club()
  const [old, next] = [appOf('old'), appOf('next')]
  const start = (app: string) => place.add(startProgram(BUILD_PROCESS, [place.data, app]))
  const before = [await start(old), await start(old)] as const
  const writing = await writers(place, { phones: 3, pages: 5 })
  await writing.progress(50)
  const [first, second] = before
  await start(next)
  expect(await workers(place.address)).toEqual(['next', 'old'])
  await writing.progress(50)
  // The load balancer leaves this one out before it ends, but not the other.
  place.leave(first)
  expect(await first.end()).toBe(0)
  expect(writing.refusals).toEqual([])
  await start(next)
  await writing.progress(50)
  const ended = second.end()
  await writing.progress(20)
  place.leave(second)
  expect(await ended).toBe(0)
  await writing.progress(50)
  await writing.stop()
  expect(await workers(place.address)).toEqual(['next'])
  // A connection can end while a request is on its way.
  expect(writing.refusals.filter(({ status }) => status !== 502)).toEqual([])
  expect([...writing.problems].filter((problem) => !/^(noReply|busy)$/.test(problem))).toEqual([])
  for (const { phone } of [...writing.devices, ...writing.devices]) await phone.sync()
  const { posts } = (await writing.call('GET /api/posts', { prefer: 'people=own' })).data
  const own = posts.map(({ content }) => content).filter((content) => content.startsWith('rider-'))
  expect(own.toSorted()).toEqual(writing.done.toSorted())
  for (const { phone, token } of writing.devices) {
    expect(await phone.pending()).toEqual([])
    const shown = (await phone.call('GET /api/posts', { token })).data.posts
    expect(shown.map(({ _id }) => _id)).toEqual(posts.map(({ _id }) => _id))
  }
}, 120_000)

/** The builds whose worker the address serves. */
async function workers(address: string): Promise<string[]> {
  const texts = Array.from({ length: 20 }, async () => (await fetch(`${address}/sw.js`)).text())
  const found = (await Promise.all(texts)).map(
    (script) => /\/\/ worker(\w+)/.exec(script)?.[1] ?? '',
  )
  return [...new Set(found)].sort()
}

async function migrate(data: string): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', '--import', NEXT_VERSION, MIGRATE]
  const { stdout, stderr } = spawn(process.execPath, [...args, '--data', data])
  return (await text(stdout)) + (await text(stderr))
}

test('when the version of the data rises under writes, old processes refuse everything, no post keeps the old form, and phones deliver to the new ones', async () => {
  const place = await club()
  const old = [await place.add(startProcess(place.data)), await place.add(startProcess(place.data))]
  const writing = await writers(place, { phones: 3, pages: 8 })
  await writing.progress(100)
  expect(await migrate(place.data)).toContain(`The data are of version ${migrations.length + 1}.`)
  const database = openPostgresAt(async () => place.data)
  const postsNow = async () => ((await database.scan([{ prefix: 'posts/' }]))[0] ?? []) as Post[]
  const migrated = await postsNow()
  const refusals = writing.refusals.length
  await vi.waitFor(() => expect(writing.refusals.length).toBeGreaterThan(refusals + 30), 30_000)
  // Nothing was written since.
  expect(await postsNow()).toEqual(migrated)
  expect(migrated.filter(({ form }) => form !== 'next')).toEqual([])
  for (const { url } of old) {
    for (const path of ['/api/posts?limit=1', '/api/replica', '/healthz']) {
      await expect.poll(async () => (await fetch(url + path)).status, { timeout: 10_000 }).toBe(503)
    }
  }
  for (const refusal of writing.refusals) {
    const { status, text: error } = apiErrors.olderServer
    expect(refusal).toEqual({ status, error: [error], retryAfter: '20' })
  }
  for (const { phone, token } of writing.devices) {
    expect(await phone.pending()).not.toEqual([])
    // They read from their replica.
    expect((await phone.call('GET /api/posts', { token })).status).toBe(200)
  }

  await place.add(startProgram(CLUB_PROCESS, [place.data], NEXT_VERSION))
  for (const one of old) {
    place.leave(one)
    await one.kill()
  }
  await writing.stop()
  for (const { phone } of writing.devices) {
    await expect(phone.sync()).rejects.toThrow('version')
    expect(await phone.pending()).not.toEqual([])
  }
  const own = writing.done.toSorted()
  const nextDevice = await nextApp()
  for (const { phone, token } of writing.devices) {
    const updated = phoneAt(place.address, nextDevice)
    await updated.load(phone.stored())
    await updated.sync()
    expect(await updated.pending()).toEqual([])
    const { posts } = (await updated.call('GET /api/posts', { token })).data
    expect(posts.length).toBeGreaterThan(0)
  }
  const { posts } = (await writing.call('GET /api/posts', { prefer: 'people=own' })).data
  const texts = posts
    .map(({ content }) => content)
    .filter((content) => content.startsWith('rider-'))
  expect(texts.toSorted()).toEqual(own)
}, 120_000)

test('while the data are migrated, old processes refuse everything; a migration that fails leaves them to the old ones', async () => {
  const data = await createSchema(inject('postgres') ?? '')
  const { send } = await httpApi({ data })
  expect((await send('/api/posts?limit=1')).status).toBe(200)
  const store = await postgresStore(data)
  onTestFinished(store.close)
  const during: number[] = []
  const database = await nextDatabase(async () => {
    for (const path of ['/api/posts?limit=1', '/api/replica'])
      during.push((await send(path)).status)
    throw new Error('Broken')
  })
  await expect(database(store).read(async () => 1)).rejects.toThrow('Broken')
  expect(during).toEqual([503, 503])
  expect(await store.read(['meta/version'])).toEqual([migrations.length])
  expect((await send('/api/posts?limit=1')).status).toBe(200)
})

/** Opens data as a later build does, which has one more step. */
async function nextDatabase(step: () => Promise<void>): Promise<typeof openDatabase> {
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  const next = await import('../../mocks/migrations.ts')
  ;(next.migrations as (() => Promise<void>)[]).push(step)
  return (await import('../../mocks/database.ts')).openDatabase
}

type Post = { content: string; form?: string }

/** A phone with the app of the next build. */
async function nextApp(): Promise<typeof localDevice> {
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  await import('../testing/next-version.ts')
  return (await import('../../sync/lab/devices.ts')).localDevice
}
