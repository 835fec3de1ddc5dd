import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import type { Changes } from '../../src/contract/changes.ts'
import type { SyncStatus } from '../../src/contract/sync.ts'
import type { Database } from '../data/database.ts'
import { isUuid } from '../data/ids.ts'
import type { Transaction } from '../data/transaction.ts'
import { routed } from '../msw-handlers.ts'
import { handleRequest, type Route } from '../pipeline.ts'
import type { HostOptions, Outbox, ServerOptions } from '../server-options.ts'
import { clubOver, type Fetch } from './club.ts'
import { canBeSentLater, isTemporary, ONLY_ONLINE } from './local-calls.ts'
import {
  addPending,
  listPending,
  type PendingFile,
  type PendingWrite,
  putPending,
  removePending,
  saveToken,
} from './pending.ts'
import { rebase } from './rebase.ts'
import { newName, type ReplicaState, readState } from './replica-state.ts'
import { type ReplicaLimits, synchronize } from './synchronize.ts'

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
}

export type Replica = {
  /** Handles a request to `/api`: here if the replica has the data, else by the club. */
  serve: (request: Request) => Promise<Response>
  /** Sends, pulls and copies. Runs once at a time on a device. @throws when the network or the club fails */
  synchronize: () => Promise<void>
  /** For the page, without the bytes of pictures, which may be large. */
  readStatus: () => Promise<Pick<SyncStatus, 'pending' | 'replica'>>
  /** Takes a pending write back: its effect here disappears. */
  discard: (name: string) => Promise<void>
  /** Does a refused write again, and sends it with the next sync. */
  retry: (name: string) => Promise<void>
  /** Takes all pending writes of a user back, and forgets the token. */
  forgetUser: (userId: string) => Promise<void>
}

/** A device's copy of a club's public data, which also takes writes without a network (docs/sync.md). */
export function createReplica(device: Device): Replica {
  const { database, host, publish, limits, lock = 'gearheads-sync', onPending } = device
  const club = clubOver(device.fetch)
  const outbox: Outbox = {
    nameWrite: newName,
    async add(tx, { call, params, body, viewer, authorization }) {
      const [name, userId] = [tx.name ?? '', viewer._id]
      const file = await fileIn(body)
      const sent = file ? undefined : body
      await addPending(tx, { name, call, params, body: sent, file, userId }, authorization)
    },
  }
  const server: ServerOptions = { ...host, database, outbox, publish }

  const synchronizeOnce = () =>
    navigator.locks.request(lock, async () => {
      await synchronize({ database, host, club, publish, limits })
    })

  const askClub = (request: Request) => device.fetch(request.clone()).catch(() => undefined)

  /** `undefined` while the club cannot answer, as when a proxy replies with 502. */
  async function readFromClub(request: Request): Promise<Response | undefined> {
    const response = await askClub(request)
    return response && isTemporary(response.status) ? undefined : response
  }

  async function forward(request: Request): Promise<Response> {
    const response = await askClub(request)
    if (request.method === 'GET') return response ?? Response.error()
    if (!response) return offlineReply()
    if (response.ok) {
      await rememberToken(response.clone())
      // The page reads its own write here. A first copy takes too long to wait for.
      const done = synchronizeOnce().catch(() => undefined)
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
    }
    return response
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
    const isPending = async () => (await database.readUnlocked(listPending)).length > 0
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
        if (!isRefused || (await isPending())) return response
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
    const isRead = name.startsWith('GET ') || call.safe
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
    change: (tx: Transaction, writes: readonly PendingWrite[]) => void,
  ): Promise<void> {
    const changes = await database.write(async (tx) => {
      tx.beginWrite(undefined, { copied: true })
      change(tx, await listPending(tx))
      const floor = (await readState(tx))?.floor
      return rebase(tx, { entries: [], names: [], refused: [], floor }, host)
    })
    if (changes) publish(changes)
  }

  return {
    serve: routed(handle),
    synchronize: synchronizeOnce,
    readStatus: () =>
      database.readUnlocked(async (tx) => ({
        pending: (await listPending(tx)).map(({ file: _, ...write }) => write),
        replica: await readState(tx),
      })),
    discard: (name) =>
      changePending((tx, writes) => {
        for (const write of writes) if (write.name === name) removePending(tx, write)
      }),
    retry: (name) =>
      changePending((tx, writes) => {
        for (const write of writes) {
          if (write.name === name) putPending(tx, { ...write, error: undefined })
        }
      }),
    forgetUser: (userId) =>
      changePending((tx, writes) => {
        for (const write of writes) if (write.userId === userId) removePending(tx, write)
        saveToken(tx, userId, undefined)
      }),
  }
}

/** In ms. */
const WAIT_MS = 1_000

async function bodyOf(request: Request, name: CallName): Promise<unknown> {
  if (name !== 'POST /api/users/edit') return undefined
  return request
    .clone()
    .json()
    .catch(() => undefined)
}

async function fileIn(body: unknown): Promise<PendingFile | undefined> {
  const { file } = Object(body) as { file?: unknown }
  return file instanceof Blob ? { type: file.type, bytes: await file.arrayBuffer() } : undefined
}

function offlineReply(): Response {
  const error = ['This needs a connection to the club. Try again when you are online.']
  return Response.json({ error }, { status: 503, headers: { 'Cache-Control': 'no-store' } })
}
