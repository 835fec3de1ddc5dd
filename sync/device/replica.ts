import type { Database } from '../../mocks/data/database.ts'
import { isUuid } from '../../mocks/data/ids.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { routed } from '../../mocks/msw-handlers.ts'
import { handleRequest, type Route } from '../../mocks/pipeline.ts'
import type { HostOptions, ReplicaWrites, ServerOptions } from '../../mocks/server-options.ts'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import type { Changes } from '../../src/contract/changes.ts'
import type { SyncCause, SyncProblem, SyncStatus, SyncWait } from '../../src/contract/sync.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { canBeSentLater, isTemporary, ONLY_ONLINE } from '../local-calls.ts'
import { connectToClub } from './club-connection.ts'
import { askClub, askForPicture, type Fetch, LineError } from './line.ts'
import { rebase } from './rebase.ts'
import { newName, type ReplicaState, readNow, readState } from './replica-state.ts'
import { createScheduler, type SchedulerOptions } from './scheduler.ts'
import { pullOnly, type ReplicaLimits, type Synchronizing, synchronize } from './synchronize.ts'
import {
  addUnsent,
  listUnsent,
  putUnsent,
  removeUnsent,
  type StoredWrite,
  saveToken,
  type UnsentFile,
  usersWithoutToken,
} from './unsent.ts'

type Device = {
  database: Database
  host: HostOptions
  /** Sends a request to the club. */
  fetch: Fetch
  publish: (changes: Changes) => void
  limits?: ReplicaLimits
  /** The name of the Web Lock that all workers with this replica use. */
  lock?: string
  /** Called after a write that waits to be sent. */
  onPending?: () => void
  schedule?: SchedulerOptions
}

export type Replica = {
  /** Handles a request to `/api`: here if the replica has the data, else by the club. */
  serve: (request: Request) => Promise<Response>
  /**
   * Sends, pulls and copies, if the device may try now.
   * @returns why the device waits afterwards; `undefined` when all is done
   */
  wake: (cause: SyncCause) => Promise<SyncWait | undefined>
  /** Resolves when no sync is running. */
  settled: () => Promise<void>
  /** For the page, without the bytes of pictures, which may be large. */
  readStatus: () => Promise<Omit<SyncStatus, 'faults'>>
  /** Takes a pending write back: its effect here disappears. */
  discard: (name: string) => Promise<void>
  /** Does a refused write again, to be sent with the next sync. */
  retry: (name: string) => Promise<void>
  /** Takes all pending writes of a user back, and forgets the token. */
  forgetUser: (userId: string) => Promise<void>
}

/** A device's copy of a club's public data, which also takes writes without a network (docs/sync.md). */
export function createReplica(device: Device): Replica {
  const { database, host, publish, limits, lock = 'gearheads-sync', onPending } = device
  let requests = 0
  const club = connectToClub((...request) => {
    requests += 1
    return device.fetch(...request)
  })
  const ownWrites: ReplicaWrites = {
    readNow,
    nameWrite: newName,
    async add(tx, { call, params, body, viewer, authorization }) {
      const { _id: userId, username } = viewer
      const file = await fileIn(body)
      const write = { name: tx.name ?? '', call, params, body: file ? undefined : body, file }
      await addUnsent(tx, { ...write, userId, username }, authorization)
    },
  }
  const server: ServerOptions = { ...host, database, replica: ownWrites, publish }
  // Another worker may have the same replica, during an update.
  const locked = (work: (synchronizing: Synchronizing) => Promise<boolean>) => () =>
    navigator.locks.request(lock, () => work({ database, host, club, publish, limits }))
  const scheduler = createScheduler(
    { run: locked(synchronize), pull: locked(pullOnly), countRequests: () => requests },
    device.schedule ?? {},
  )

  /** `undefined` while the club cannot answer. Does not wait for long: the caller has something to show. */
  async function readFromClub(request: Request): Promise<Response | undefined> {
    if (await scheduler.readWait()) return undefined
    const asked = askClub(device.fetch, request.clone()).catch(() => undefined)
    const response = await Promise.race([asked, sleep(PATIENCE_MS)])
    return response && isTemporary(response.status) ? undefined : response
  }

  async function forward(request: Request): Promise<Response> {
    const isRead = request.method === 'GET'
    try {
      if (isRead && new URL(request.url).pathname.startsWith(UPLOADS))
        return await askForPicture(device.fetch, request)
      const length = isRead ? 0 : (await request.clone().arrayBuffer()).byteLength
      const response = await askClub(device.fetch, request.clone(), {}, length)
      // A part of a reply is none. Whether the club has done a write is then unknown, as without a reply.
      await response.clone().json()
      if (response.ok && !isRead) {
        await rememberToken(response.clone())
        // The page reads its own write here. A first copy takes too long to wait for.
        await Promise.race([scheduler.wake('opportunity'), sleep(WAIT_MS)])
      }
      return response
    } catch (error) {
      const problem = error instanceof LineError ? error.problem : 'noReply'
      const isLost = problem === 'offline' || problem === 'noReply'
      return isRead && isLost ? Response.error() : problemReply(problem)
    }
  }

  /** A log-in: writes that wait for a valid token can be sent. */
  async function rememberToken(response: Response): Promise<void> {
    const { foundUser, encodedToken } = await response.json().catch(() => ({}))
    if (foundUser && encodedToken) {
      await database.write(async (tx) => saveToken(tx, foundUser._id, encodedToken))
    }
  }

  async function handle(request: Request, route?: Route): Promise<Response> {
    const state = await database.readUnlocked(readState)
    if (!state || !route) return forward(request)
    const isRead = request.method === 'GET'
    const here = () => handleRequest(server, request.clone(), route)
    const isPending = async () => (await database.readUnlocked(listUnsent)).length > 0
    switch (await placeOf(request, route, state)) {
      case 'club':
        return forward(request)
      case 'club first':
        return (!(await isPending()) && (await readFromClub(request))) || here()
      case 'here if complete': {
        const response = await here()
        return (!response.headers.has('Link') && (await readFromClub(request))) || response
      }
      case 'here': {
        const response = await here()
        if (response.ok && !isRead) onPending?.()
        // The club may know of rows that have not arrived here.
        const isRefused = response.status >= 400 && response.status < 500
        // A session of the club, too: it may have begun since the last changes.
        const mayAsk = route.name === 'POST /api/auth/verify' || !(await isPending())
        if (!isRefused || !mayAsk) return response
        const asked = await forward(request)
        return isTemporary(asked.status) ? response : asked
      }
    }
  }

  /** Where a call is done. A page of a list that may end too early here is read again from the club. */
  async function placeOf(
    request: Request,
    { name, params }: Route,
    { floor }: ReplicaState,
  ): Promise<'here' | 'club' | 'club first' | 'here if complete'> {
    const call: Call = calls[name]
    if (name === 'GET /api/uploads/:id') return (await isStored(params.id)) ? 'here' : 'club'
    if (call.control || name.startsWith('GET /api/openapi')) return 'club'
    const isRead = !call.writes
    const needsClub =
      ONLY_ONLINE.includes(name) || !(isRead || canBeSentLater(name, await bodyOf(request, name)))
    if (needsClub) return 'club'
    if (!floor) return 'here'
    const { postId } = params
    if (postId) return (await isCopied(postId, floor)) ? 'here' : 'club'
    if (!isRead || name === 'POST /api/auth/verify') return 'here'
    const { searchParams } = new URL(request.url)
    const isPage = searchParams.has('limit') && !searchParams.get('search')
    return isPage && name.startsWith('GET /api/posts') ? 'here if complete' : 'club first'
  }

  function isCopied(postId: string, floor: string): Promise<boolean> | boolean {
    if (isUuid(postId)) return postId >= floor
    return database.readUnlocked(async (tx) => (await tx.get('posts', postId)) !== undefined)
  }

  function isStored(id = ''): Promise<boolean> {
    return database.readUnlocked((tx) => tx.has('uploads', id))
  }

  /** Changes the list of pending writes, and does the remaining ones again. */
  async function changePending(
    change: (tx: Transaction, writes: readonly StoredWrite[]) => void,
  ): Promise<void> {
    const changes = await database.write(async (tx) => {
      tx.beginWrite(undefined, { copied: true })
      change(tx, await listUnsent(tx))
      const floor = (await readState(tx))?.floor
      return rebase(tx, { copied: [], entries: [], names: [], refused: [], floor }, host)
    })
    if (changes) publish(changes)
  }

  return {
    serve: routed(handle),
    wake: scheduler.wake,
    settled: scheduler.settled,
    readStatus: async () => {
      const [wait, stored] = await Promise.all([
        scheduler.readWait(),
        database.readUnlocked(async (tx) => ({
          pending: (await listUnsent(tx)).map(({ file: _, ...write }) => write),
          needLogIn: await usersWithoutToken(tx),
          replica: await readState(tx),
        })),
      ])
      return { ...stored, wait, isRunning: scheduler.isRunning() }
    },
    discard: (name) =>
      changePending((tx, writes) => {
        for (const write of writes) if (write.name === name) removeUnsent(tx, write)
      }),
    retry: (name) =>
      changePending((tx, writes) => {
        for (const write of writes) {
          if (write.name === name) putUnsent(tx, { ...write, error: undefined, sentAt: undefined })
        }
      }),
    forgetUser: (userId) =>
      changePending((tx, writes) => {
        for (const write of writes) if (write.userId === userId) removeUnsent(tx, write)
        saveToken(tx, userId, undefined)
      }),
  }
}

/** How long a forwarded write waits for the sync that brings it here, in ms. */
const WAIT_MS = 1_000
/** How long a read waits for the club when the replica has an answer, too, in ms. */
const PATIENCE_MS = 5_000

function sleep(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function bodyOf(request: Request, name: CallName): Promise<unknown> {
  if (name !== 'POST /api/users/edit') return undefined
  return request
    .clone()
    .json()
    .catch(() => undefined)
}

async function fileIn(body: unknown): Promise<UnsentFile | undefined> {
  const { file } = Object(body) as { file?: unknown }
  return file instanceof Blob ? { type: file.type, bytes: await file.arrayBuffer() } : undefined
}

const NEEDS_CLUB = 'This needs a connection to the club. Try again when you are online.'
const PROBLEMS: Partial<Record<SyncProblem, { status: number; text: string }>> = {
  intercepted: {
    status: 503,
    text: 'Something between this phone and the club answers in its place: a log-in page of the Wi-Fi?',
  },
  tooLarge: { status: 413, text: 'This is too large for a server on the way to the club.' },
}

function problemReply(problem: SyncProblem): Response {
  const { status, text } = PROBLEMS[problem] ?? { status: 503, text: NEEDS_CLUB }
  return Response.json({ error: [text] }, { status, headers: { 'Cache-Control': 'no-store' } })
}
