import type { JWK } from 'jose'
import { openDatabase } from '../../mocks/database.ts'
import type { DeviceKey } from '../../mocks/domain/device-keys.ts'
import { newUser } from '../../mocks/domain/new-user.ts'
import { putKeyPair, signToken, withNoSession } from '../../mocks/domain/token.ts'
import { errorReply } from '../../mocks/error-replies.ts'
import { routedByPath } from '../../mocks/find-route.ts'
import { deviceHost, type Host } from '../../mocks/host.ts'
import { handleRequest } from '../../mocks/pipeline.ts'
import { reportsOf } from '../../mocks/reports/reports.ts'
import { emptyDataSet, replaceData } from '../../mocks/seed/data-set.ts'
import { watchedStore } from '../../mocks/store/adapters/watched.ts'
import { LOG, type LogEntry } from '../../mocks/store/log.ts'
import type { UserRow } from '../../mocks/store/tables.ts'
import { timestamp } from '../../mocks/store/timestamp.ts'
import { tokenOf } from '../../mocks/viewer.ts'
import { callThrough } from '../../src/client/call-through.ts'
import type { Changes } from '../../src/contract/changes.ts'
import {
  CARRIED_PICTURES_PATH,
  CHANGES_PATH,
  CLUB_HEADER,
  REPLICA_PATH,
} from '../../src/contract/changes.ts'
import { DEVICES_PATH } from '../../src/contract/devices.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { answerPicture, answerSync } from '../club/answer-sync.ts'
import { type PartLimits, readHistory } from '../club/history.ts'
import { nextName } from '../club/names.ts'
import { ownersOf } from '../club/owners.ts'
import { readSync } from '../club/read-sync.ts'
import { type LoggedWrite, logWrite, startLog } from '../club/write-log.ts'
import { answerDevices } from '../courier/answer-devices.ts'
import { type Courier, createCourier } from '../courier/courier.ts'
import type { DevicePair, KeyStore } from '../courier/device-keys.ts'
import type { Fetch } from '../device/line.ts'
import { createReplica } from '../device/replica.ts'
import type { Schedule } from '../device/schedule.ts'
import type { ReplicaLimits } from '../device/synchronize.ts'
import { listUnsent, tokensOf } from '../device/unsent.ts'
import { concerns, isReplicated, publicKeys, publicValue } from '../entries.ts'
import type { SyncCause } from '../messages.ts'
import { clubIdOf, TOKENS_HEADER } from '../protocol.ts'

let pair: ReturnType<typeof newPair> | undefined
async function newPair() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const exported = (key: CryptoKey) => crypto.subtle.exportKey('jwk', key) as Promise<JWK>
  return {
    publicKey: await exported(keys.publicKey),
    privateKey: await exported(keys.privateKey),
  }
}

/** A club in this process, without HTTP: the part of a server that devices need. */
export async function localClub(
  own: Partial<Host> = {},
  data = emptyDataSet(),
  partLimits?: PartLimits,
) {
  // The same for all clubs here: a backup is one of the same club.
  pair ??= newPair()
  const keys = await pair
  const id = clubIdOf(keys.publicKey)
  const store = watchedStore()
  const contents = () => store.entries
  let database = openDatabase(store, { origin: 'late', beforeCommit: logWrite })
  await database.write(async (tx) => {
    await replaceData(tx, data)
    putKeyPair(tx, keys)
    await startLog(tx)
  })
  let server = serverOver()
  function serverOver() {
    const host = deviceHost({ database, delayMs: 0, nameWrite: nextName, ...own })
    const serve = routedByPath((request, route) => handleRequest(host, request, route))
    return { host, serve }
  }

  async function reply(request: Request): Promise<Response> {
    const response = await replyOf(request)
    if (response.status !== 0) response.headers.set(CLUB_HEADER, id)
    return response
  }

  /** As a server does it for members only. */
  async function isRejected({ url, headers }: Request): Promise<boolean> {
    if (!own.membersOnly || new URL(url).pathname.startsWith('/api/auth/')) return false
    const given = [headers.get('authorization') ?? '', headers.get(TOKENS_HEADER) ?? '']
    const tokens = given.join().split(',')
    return (await database.read((tx) => ownersOf(tx, tokens))).length === 0
  }

  async function replyOf(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (await isRejected(request)) {
      const { status, text } = apiErrors.notRegistered
      return Response.json({ error: [text] }, { status })
    }
    if (pathname === DEVICES_PATH) {
      const reply = answerDevices(
        database,
        request.method as 'POST',
        tokenOf(request),
        await request.text(),
      )
      return reply.then((body) => Response.json(body), errorReply)
    }
    if (pathname === CARRIED_PICTURES_PATH) return answerPicture(server.host, request)
    if (pathname === CHANGES_PATH) {
      return Response.json(await answerSync(server.host, readSync(await request.text())))
    }
    if (pathname === REPLICA_PATH) {
      const before = searchParams.get('before') ?? undefined
      const viewers = searchParams.getAll('viewer')
      const tokens = request.headers.get(TOKENS_HEADER)?.split(',') ?? []
      return Response.json(
        await database.read(async (tx) =>
          readHistory(tx, { before, viewers, owners: await ownersOf(tx, tokens) }, partLimits),
        ),
      )
    }
    return server.serve(request)
  }

  const call = callThrough((path, init) => reply(requestOf(path, init)))
  return {
    call,
    membersOnly: own.membersOnly,
    fetch: (async (path, init) => reply(requestOf(path, init))) as Fetch,
    get database() {
      return database
    },
    /** The public data, or what a device of these users has of it. */
    contents: (...viewers: string[]) => publicContents(contents(), viewers),
    readReports: () => database.read((tx) => reportsOf(tx).list()),
    /** The writes in the log. */
    log: () =>
      [...contents()]
        .filter(([key]) => key.startsWith(LOG))
        .flatMap(([, entry]) => {
          const { n, writes } = entry as LogEntry<LoggedWrite>
          return writes.map((write) => ({ n, ...write }))
        }),
    /** As after a month, or when the data are replaced by an older copy. */
    forgetLog: () => database.write(async (tx) => tx.entries.clear([LOG])),
    async restart() {
      database = openDatabase(store, { origin: 'late', beforeCommit: logWrite })
      await database.write(startLog)
      server = serverOver()
    },
    /** Copies all data. @returns a function that puts them back, as after a restore from a backup */
    backup() {
      const copy = new Map(contents())
      return async () => {
        await store.write(copy)
        const lost = [...contents().keys()].filter((key) => !copy.has(key))
        await store.write(new Map(lost.map((key) => [key, undefined])))
        await this.restart()
      }
    },
    rename: ({ _id }: UserRow, username: string) =>
      database.write(async (tx) => {
        const user = await tx.get('users', _id)
        if (user) await tx.put('users', { ...user, username })
      }),
    /** Ends all sessions of a member, whose password still works. */
    suspend: ({ _id }: { _id: string }) =>
      database.write(async (tx) => {
        const user = await tx.get('users', _id)
        if (user) await tx.put('users', { ...withNoSession(user), password: user.password })
      }),
    /** A new token, as after another log-in. */
    logIn: ({ _id }: { _id: string }) =>
      database.read(async (tx) => {
        const user = await tx.get('users', _id)
        return user ? signToken(tx, user) : ''
      }),
    remove: (user: UserRow) => database.write((tx) => tx.remove('users', user)),
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
export type LocalClub = Awaited<ReturnType<typeof localClub>>

/** A device with a replica of a club. `line` passes its requests on, or fails. */
export function localDevice(
  club: Pick<LocalClub, 'fetch'> & { membersOnly?: boolean },
  line: (reply: () => Promise<Response>, url: string, init?: RequestInit) => Promise<Response> = (
    reply,
  ) => reply(),
  limits?: Partial<ReplicaLimits>,
  keys?: KeyStore,
) {
  let schedule: Schedule | undefined
  const store = watchedStore()
  const contents = () => store.entries
  const published: Changes[] = []
  const lock = crypto.randomUUID()
  const open = () => {
    const database = openDatabase(store, { origin: 'copy' })
    const fetch: Fetch = (path, init) =>
      line(() => club.fetch(path, init), typeof path === 'string' ? path : path.url, init)
    const publish = (changes: Changes) => published.push(changes)
    const courier = keys && createCourier(database, keys)
    return {
      database,
      courier,
      replica: createReplica({
        host: deviceHost({ database, delayMs: 0, publish, membersOnly: club.membersOnly }),
        router: routedByPath,
        fetch,
        limits,
        lock,
        sources: courier ? [courier.source] : [],
        schedule: {
          random: () => 1,
          store: {
            read: async () => schedule,
            write: async (next) => {
              schedule = next
            },
          },
        },
      }),
    }
  }
  let opened = open()
  function theCourier(): Courier {
    if (!opened.courier) throw new Error('This device has no keys')
    return opened.courier
  }
  return {
    get database() {
      return opened.database
    },
    published,
    call: callOf((path, init) => opened.replica.serve(requestOf(path, init))),
    /** As when a page starts with the token of a user. */
    async logIn(token: string): Promise<void> {
      const verify = { body: { encodedToken: token }, token }
      const { status } = await this.call('POST /api/auth/verify', verify)
      if (status !== 200) throw new Error(`The token was refused: ${status}`)
      await this.sync()
    },
    serve: (request: Request) => opened.replica.serve(request),
    /** As with "Send now". @throws when the device waits afterwards */
    async sync() {
      const wait = await opened.replica.wake('person')
      if (wait) throw new Error(wait.problem)
    },
    wake: (cause: SyncCause) => opened.replica.wake(cause),
    /** Resolves when no sync is running. */
    settled: () => opened.replica.settled(),
    readStatus: () => opened.replica.readStatus(),
    /** Everything that is stored, by key. */
    stored: () => Object.fromEntries(contents()),
    /** Begins with what another version of the app has stored on this device. */
    load: (stored: Record<string, unknown>) => store.write(new Map(Object.entries(stored))),
    pending: () => opened.database.read(listUnsent),
    discard: (name: string) => opened.replica.discard(name),
    /** Logs a user out who has the token that is here. */
    async logOut({ _id }: { _id: string }) {
      const [token = ''] = await opened.database.read((tx) => tokensOf(tx, [_id]))
      await opened.replica.logOut(_id, token)
    },
    give: (userId: string, withPictures = true, maxLength = 1_000_000) =>
      theCourier().give({ userId, withPictures, maxLength }),
    take: (bytes: Uint8Array<ArrayBuffer>) => theCourier().take(bytes, opened.replica),
    retry: (name: string) => opened.replica.retry(name),
    /** As when the browser stops the worker and starts it again. */
    restart() {
      opened = open()
    },
    contents: () => publicContents(contents()),
  }
}

/** The keys of a device, which a browser keeps in IndexedDB. */
export function memoryKeys(): KeyStore {
  const pairs = new Map<string, DevicePair>()
  return {
    deviceName: 'Chrome on Android',
    read: async (userId) => pairs.get(userId),
    write: async (userId, pair) => {
      if (pair) pairs.set(userId, pair)
      else pairs.delete(userId)
    },
  }
}

/** Calls as the app makes them. */
function callOf(send: Parameters<typeof callThrough>[0]): ReturnType<typeof callThrough> {
  const call = callThrough(send)
  return (name, { prefer, ...options } = {}) =>
    call(name, { ...options, prefer: [prefer, 'people=own'].filter(Boolean).join(', ') })
}

function requestOf(path: string | Request, init?: RequestInit): Request {
  // A request that arrives twice is read twice. Not `instanceof`: Hono replaces the global `Request`.
  if (typeof path !== 'string') return path.clone() as Request
  return new Request(new URL(path, 'http://club.test'), init)
}

function publicContents(
  values: Map<string, unknown>,
  viewers: readonly string[] = [],
): Record<string, unknown> {
  const isShown = (key: string) => viewers.length === 0 || concerns(key, viewers, viewers)
  const entries = [...values].filter(([key]) => isReplicated(key) && isShown(key))
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  const shown = entries.map(([key, value]): [string, unknown] => {
    // The club derives it for replicas.
    if (key.startsWith('notifications/')) return [key, { ...(value as object), hidden: undefined }]
    if (!key.startsWith('devices/')) return [key, publicValue(key, value, [])]
    const user = values.get(key.replace('devices/', 'users/')) as UserRow | undefined
    return [key, user && publicKeys(value as DeviceKey[], user, [], Date.now())]
  })
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined))
}
