import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { signToken } from '../../mocks/domain/token.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { userFields } from '../../mocks/testing/rows.ts'
import { callThrough } from '../../src/client/call-through.ts'
import { CHANGES_PATH } from '../../src/contract/changes.ts'
import { localDevice } from '../../sync/lab/devices.ts'
import { openPostgresAt } from './pg-store.ts'
import { startProcess } from './processes.ts'

const SLOW = { timeout: 20_000 }

/**
 * Two processes of a club over a database that has its schema, and six members.
 * @param pooler an address of the same database at PgBouncer, for the processes
 */
export async function clubOfTwo(data: string, pooler?: string) {
  const database = openDatabase(openPostgresAt(async () => data))
  const start = () => (pooler ? startProcess(pooler, '--direct', data) : startProcess(data))
  const processes = await Promise.all([start(), start()])
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
  return { urls, callAt, tokenOf, posts, texts, phone }
}

type Scene = Awaited<ReturnType<typeof clubOfTwo>>

/** Writers at both processes, which repeat each write under its name until it is answered. */
export function startWriters({ callAt, tokenOf }: Scene) {
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
    async more(count: number, patience = SLOW) {
      const before = answered.length
      await expect.poll(() => answered.length, patience).toBeGreaterThan(before + count)
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

/** The texts of a stream of changes, as they arrive. */
export function listen(url: string) {
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
  /** Resolves when the process has lost the changes of the others so many times or more, and has them again. */
  const renewed = (times: number) =>
    expect
      .poll(() => events.text.split('data: {"by":""}').length - 1, SLOW)
      .toBeGreaterThanOrEqual(times)
  const contains = (text: string) => expect.poll(() => events.text.includes(text), SLOW).toBe(true)
  return { renewed, contains }
}
