import { exportJWK, generateKeyPair } from 'jose'
import type { Changes } from '../../src/contract/changes.ts'
import { CHANGES_PATH, REPLICA_PATH } from '../../src/contract/changes.ts'
import { memoryStore } from '../data/adapters/memory.ts'
import { emptyDataSet, replaceData } from '../data/data-set.ts'
import { openDatabase } from '../data/database.ts'
import type { Store } from '../data/store.ts'
import type { UserRow } from '../data/tables.ts'
import { timestamp } from '../data/timestamp.ts'
import { newUser } from '../domain/new-user.ts'
import { putKeyPair, signToken } from '../domain/token.ts'
import { createServer } from '../msw-handlers.ts'
import type { HostOptions } from '../server-options.ts'
import type { Fetch } from '../sync/club.ts'
import { isReplicated, publicValue } from '../sync/entries.ts'
import { exchange } from '../sync/exchange.ts'
import { readHistory } from '../sync/history.ts'
import { listPending } from '../sync/pending.ts'
import { createReplica } from '../sync/replica.ts'
import type { ReplicaLimits } from '../sync/synchronize.ts'
import { logWrite, startLog } from '../sync/write-log.ts'
import { callThrough } from './call-through.ts'

const pair = await generateKeyPair('ES256', { extractable: true })
const keys = {
  publicKey: await exportJWK(pair.publicKey),
  privateKey: await exportJWK(pair.privateKey),
}

/** A club in this process, without HTTP: the part of a server that devices need. */
export async function testClub(host: HostOptions = {}, data = emptyDataSet()) {
  const { store, contents } = watched()
  let database = openDatabase(store, undefined, logWrite)
  await database.write(async (tx) => {
    await replaceData(tx, data)
    putKeyPair(tx, keys)
    await startLog(tx)
  })
  let server = serverOver()
  function serverOver() {
    const options = { database, delayMs: 0, late: true, ...host }
    return { options, serve: createServer(options) }
  }

  async function reply(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === CHANGES_PATH) {
      return Response.json(await exchange(server.options, await request.json()))
    }
    if (pathname === REPLICA_PATH) {
      const before = searchParams.get('before') ?? undefined
      return Response.json(await database.read((tx) => readHistory(tx, before)))
    }
    return server.serve(request)
  }

  const call = callThrough((path, init) => reply(requestOf(path, init)))
  return {
    call,
    fetch: (async (path, init) => reply(requestOf(path, init))) as Fetch,
    contents: () => publicContents(contents()),
    /** The entries of the log of writes. */
    log: () =>
      [...contents()]
        .filter(([key]) => key.startsWith('log/'))
        .map(([, entry]) => entry as { name?: string }),
    /** As after a month, or when the data are replaced by an older copy. */
    forgetLog: () => database.write(async (tx) => tx.entries.clear(['log/'])),
    async restart() {
      database = openDatabase(store, undefined, logWrite)
      await database.write(startLog)
      server = serverOver()
    },
    rename: (user: UserRow, username: string) =>
      database.write((tx) => tx.put('users', { ...user, username })),
    /** Adds a member, without the time that a password takes. @param now the setting at the time of the log-in */
    addMember: (username: string, now?: string) =>
      database.write(async (tx) => {
        await tx.setClock({ now }, true)
        const fields = { username, firstName: username, password: '', createdAt: timestamp(tx.now) }
        const user = await tx.insert('users', newUser(fields))
        return { user, token: await signToken(tx, user) }
      }),
  }
}
export type TestClub = Awaited<ReturnType<typeof testClub>>

/** A device with a replica of a club. `line` passes its requests on, or fails. */
export function testDevice(
  club: Pick<TestClub, 'fetch'>,
  line: (reply: () => Promise<Response>, url: string) => Promise<Response> = (reply) => reply(),
  limits?: ReplicaLimits,
) {
  const { store, contents } = watched()
  const published: Changes[] = []
  const lock = crypto.randomUUID()
  const open = () => {
    const database = openDatabase(store)
    const fetch: Fetch = (path, init) =>
      line(() => club.fetch(path, init), typeof path === 'string' ? path : path.url)
    const publish = (changes: Changes) => published.push(changes)
    return {
      database,
      replica: createReplica({ database, host: { delayMs: 0 }, fetch, publish, limits, lock }),
    }
  }
  let opened = open()
  return {
    published,
    call: callThrough((path, init) => opened.replica.serve(requestOf(path, init))),
    serve: (request: Request) => opened.replica.serve(request),
    sync: () => opened.replica.synchronize(),
    /** Everything that is stored, by key. */
    stored: () => Object.fromEntries(contents()),
    pending: () => opened.database.read(listPending),
    discard: (name: string) => opened.replica.discard(name),
    forgetUser: (userId: string) => opened.replica.forgetUser(userId),
    retry: (name: string) => opened.replica.retry(name),
    /** As when the browser stops the worker and starts it again. */
    restart() {
      opened = open()
    },
    contents: () => publicContents(contents()),
  }
}

function requestOf(path: string | Request, init?: RequestInit): Request {
  // A request that arrives twice is read twice. Not `instanceof`: Hono replaces the global `Request`.
  if (typeof path !== 'string') return path.clone() as Request
  return new Request(new URL(path, 'http://club.test'), init)
}

/** A store in memory whose entries can be compared. */
function watched(): { store: Store; contents: () => Map<string, unknown> } {
  const values = new Map<string, unknown>()
  const store = memoryStore()
  return {
    contents: () => values,
    store: {
      ...store,
      async write(changes, cleared = []) {
        await store.write(changes, cleared)
        for (const key of [...values.keys()]) {
          if (cleared.some((prefix) => key.startsWith(prefix))) values.delete(key)
        }
        for (const [key, value] of changes) {
          if (value === undefined) values.delete(key)
          else values.set(key, value)
        }
      },
    },
  }
}

function publicContents(values: Map<string, unknown>): Record<string, unknown> {
  const entries = [...values].filter(([key]) => isReplicated(key))
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, value]) => [key, publicValue(key, value)]))
}
