import { safeParse } from 'valibot'
import { claimsIn, endSession, sessionOf, userOfToken } from '../../mocks/domain/token.ts'
import type { Route, Router } from '../../mocks/find-route.ts'
import type { Host } from '../../mocks/host.ts'
import { handleRequest } from '../../mocks/pipeline.ts'
import { withLock } from '../../mocks/store/lock.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { tokenOf } from '../../mocks/viewer.ts'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { endingOf } from '../../src/contract/ending.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { needsClub } from '../../src/contract/page-errors.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { viewedSchema } from '../../src/contract/viewed.ts'
import { isTemporary } from '../local-calls.ts'
import type { SyncCause, SyncProblem, SyncStatus, SyncWait, UnsentWrite } from '../messages.ts'
import { withNames } from '../references.ts'
import { connectToClub, NotMemberError, refusesStranger } from './club-connection.ts'
import { goneAuthors } from './gone-authors.ts'
import { askClub, askForPicture, type Fetch, LineError } from './line.ts'
import { endSessions, removeCopyOfLastUser } from './members-only.ts'
import { listAll } from './outgoing.ts'
import { ownWrites } from './own-writes.ts'
import { placeOf, tokenIn, userIn, VERIFY } from './place-of.ts'
import { REFUSED_BEFORE, rebase } from './rebase.ts'
import { newName, putState, readNow, readState } from './replica-state.ts'
import { createScheduler, type SchedulerOptions } from './scheduler.ts'
import {
  pullOnly,
  type ReplicaLimits,
  type Synchronizing,
  sendLogOuts,
  synchronize,
} from './synchronize.ts'
import {
  addUnsent,
  clearOwn,
  isAhead,
  keepEnding,
  listUnsent,
  listWaiting,
  putUnsent,
  removeUnsent,
  type StoredWrite,
  saveToken,
  type UnsentFile,
} from './unsent.ts'
import { addViewer, readViewers, removeViewer } from './viewers.ts'
import type { WriteSource } from './write-source.ts'

type Device = {
  host: Host
  /** Finds the call of a request. */
  router: Router
  /** Sends a request to the club. */
  fetch: Fetch
  limits?: Partial<ReplicaLimits>
  /** The name of the Web Lock that all workers with this replica use. */
  lock?: string
  /** Called when the copy was removed, because nobody here is a member any more. */
  onRemoved?: () => void
  /** Of writes beside those of its users. */
  sources?: readonly WriteSource[]
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
  readStatus: () => Promise<SyncStatus>
  /** Takes a pending write back: its effect here disappears. */
  discard: (name: string) => Promise<void>
  /** Does a refused write again, to be sent with the next sync. */
  retry: (name: string) => Promise<void>
  /** Takes all pending writes of a user back, and ends the session here and at the club. */
  logOut: (userId: string, token: string) => Promise<void>
  /** Changes what waits, in a source beside that of its users, and does the writes again. */
  change: (work: (tx: Transaction) => Promise<void>) => Promise<void>
}

/** The club's clock and names, and each write is kept until the club has it. */
const replicaHost = (device: Host): Host => ({
  ...device,
  readNow,
  nameWrite: newName,
  async keepWrite(tx, { call, params, body, viewer, authorization }) {
    const { _id: userId, username } = viewer
    const file = await fileIn(body)
    const write = { name: tx.name ?? '', call, params, body: file ? undefined : body, file }
    await addUnsent(tx, { ...write, userId, username }, authorization)
  },
})

/** A device's copy of a club's public data, which also takes writes without a network (docs/sync.md). */
export function createReplica(device: Device): Replica {
  const { limits, lock = 'gearheads-sync', sources: others = [], onPending } = device
  const sources = [ownWrites, ...others]
  const host = replicaHost(device.host)
  const { database, publish } = host
  /** Tokens that the club has refused. */
  const refusedTokens = new Set<string>()
  let requests = 0
  const club = connectToClub((...request) => {
    requests += 1
    return device.fetch(...request)
  })
  // Another worker may have the same replica, during an update.
  const synchronizing = { host, club, limits, sources }
  const locked =
    (work: (synchronizing: Synchronizing) => Promise<void>) => (onProgress?: () => Promise<void>) =>
      withLock(lock, () =>
        work({ ...synchronizing, onProgress }).catch(async (error) => {
          if (!(error instanceof NotMemberError)) throw error
          await endSessions({ ...device, sources }, error)
        }),
      )
  const scheduler = createScheduler(
    { run: locked(synchronize), pull: locked(pullOnly), countRequests: () => requests },
    device.schedule ?? {},
  )

  /** `undefined` while the club cannot answer. Does not wait for long: the caller has something to show. */
  async function readFromClub(request: Request, name: CallName): Promise<Response | undefined> {
    // During other waits, such as for a write at which the club fails, it replies to this.
    if (isLost((await scheduler.readWait())?.problem)) return undefined
    const asked = askClub(device.fetch, request.clone()).catch(() => undefined)
    const response = await Promise.race([asked, sleep(PATIENCE_MS)])
    return response && (await isReplyTo(name, response)) ? response : undefined
  }

  /** @param hasReplica only the club can answer this: without it, the reply says so */
  async function forward(request: Request, hasReplica = false): Promise<Response> {
    const isRead = request.method === 'GET'
    try {
      if (isRead && new URL(request.url).pathname.startsWith(UPLOADS))
        return await askForPicture(device.fetch, request)
      const length = isRead ? 0 : (await request.clone().arrayBuffer()).byteLength
      const response = await askClub(device.fetch, request.clone(), {}, length)
      // A part of a reply is none. Whether the club has done a write is then unknown, as without a reply.
      await response.clone().json()
      const isNew = response.ok && (await rememberUser(request, response))
      const synced = response.ok && (isNew || !isRead) && scheduler.wake('opportunity')
      // The page reads its own write here. A first copy takes too long to wait for.
      if (!isRead) await Promise.race([synced, sleep(WAIT_MS)])
      return response
    } catch (error) {
      const problem = error instanceof LineError ? error.problem : 'noReply'
      const isPicture = new URL(request.url).pathname.startsWith(UPLOADS)
      const isUnexplained = isRead && isLost(problem) && (isPicture || !hasReplica)
      return isUnexplained ? Response.error() : problemReply(problem)
    }
  }

  /**
   * The replica is for the users of this device. The log-in of one may have reached the club without the worker, so each request
   * counts. After a log-in, the writes that wait for a valid token can be sent.
   * @returns whether the user is new here
   */
  async function rememberUser(request: Request, response: Response): Promise<boolean> {
    const { encodedToken } = Object(await response.clone().json())
    const token: string = encodedToken ?? (await tokenIn(request))
    const userId = userIn(token)
    if (!userId) return false
    const known = await database.readUnlocked(readViewers)
    // The session that the device knew may have ended, and the user has another one.
    const isProof = new URL(request.url).pathname === VERIFY
    const isSame = async () => !isProof || isKnownHere(token)
    if (!encodedToken && known.includes(userId) && (await isSame())) return false
    await database.write(async (tx) => {
      saveToken(tx, userId, token)
      await addViewer(tx, userId)
      const state = await readState(tx)
      if (state?.viewers.includes(userId)) putState(tx, { ...state, mustCopy: true })
    })
    return true
  }

  async function handle(request: Request, route?: Route): Promise<Response> {
    const state = await database.readUnlocked(readState)
    if (!state || !route || !(await mayRead(request, route))) return forward(request)
    const isRead = request.method === 'GET'
    const here = () => handleRequest(host, request.clone(), route)
    if (isRead && (await hasOtherSession(request, state.viewers))) return forward(request)
    const mayAsk = async () => !(await database.readUnlocked((tx) => isAhead(tx, route)))
    const place = await database.readUnlocked((tx) => placeOf(tx, request, route, state))
    // A page can do without the controls.
    if (place === 'club') return forward(request, !('control' in calls[route.name]))
    const fromClub = () => readFromClub(request, route.name)
    const first = place === 'club first' && (await mayAsk()) && (await fromClub())
    if (first) return first
    const response = await here()
    const rest = place === 'here if complete' && !response.headers.has('Link') && (await fromClub())
    if (rest) return rest
    if (response.ok && !isRead) onPending?.()
    // The club may know of rows that have not arrived here. A session of the club may have begun since the last changes.
    const isRefused = response.status >= 400 && response.status < 500
    const isSession = route.name === 'POST /api/auth/verify'
    if (!isRefused || !(isSession || (await mayAsk()))) return response
    const asked = await forward(request, true)
    // Only the club knows that a row does not exist.
    const isUnknown = response.status === 404 && !(await refusesStranger(response))
    return isTemporary(asked.status) && !isUnknown ? response : asked
  }

  /** Whether this device may answer a request itself. Pictures are requested by elements, which name no user. */
  async function mayRead(request: Request, { name }: Route): Promise<boolean> {
    if (!host.membersOnly || name === 'GET /api/uploads/:id') return true
    return isKnownHere(await tokenIn(request))
  }

  async function isKnownHere(token: string): Promise<boolean> {
    return (await database.readUnlocked((tx) => userOfToken(tx, token))) !== undefined
  }

  /** Whether a request has a token of a user of this device that only the club knows to be valid. It is known here afterwards. */
  async function hasOtherSession(request: Request, viewers: readonly string[]): Promise<boolean> {
    const token = tokenOf(request)
    const isCandidate = viewers.includes(userIn(token) ?? '') && !refusedTokens.has(token)
    if (!isCandidate || (await isKnownHere(token))) return false
    if (isLost((await scheduler.readWait())?.problem)) return false
    const body = JSON.stringify({ encodedToken: token })
    const asked = forward(new Request(new URL(VERIFY, request.url), { method: 'POST', body }))
    const status = await Promise.race([asked.then((reply) => reply.status), sleep(PATIENCE_MS)])
    if (status === 401) refusedTokens.add(token)
    return status === 200
  }

  /** Changes the list of pending writes, does the remaining ones again, and does `last`. */
  async function changePending(
    change: (tx: Transaction, writes: readonly StoredWrite[]) => void | Promise<void>,
    last?: (tx: Transaction) => void,
  ): Promise<void> {
    const changes = await database.write(async (tx) => {
      tx.beginWrite()
      await change(tx, await listUnsent(tx))
      const state = await readState(tx)
      const changes = state && (await rebase(tx, {}, state, sources, host))
      last?.(tx)
      return changes
    })
    if (changes) publish(changes)
  }

  return {
    serve: device.router(handle),
    wake: scheduler.wake,
    settled: scheduler.settled,
    readStatus: async () => {
      const [wait, stored] = await Promise.all([
        scheduler.readWait(),
        database.readUnlocked(async (tx) => {
          const replica = await readState(tx)
          const { withoutToken } = await listWaiting(tx)
          const users = [...new Set(withoutToken.map(({ userId }) => userId))]
          const gone = await goneAuthors(tx, users, replica)
          return {
            pending: (await listUnsent(tx)).map(listed),
            carried: (await listAll(tx, others)).map(listed),
            needLogIn: users.filter((id) => !gone.includes(id)),
            gone,
            replica,
          }
        }),
      ])
      return { ...stored, wait, isRunning: scheduler.isRunning() }
    },
    discard: (name) =>
      changePending((tx, writes) => {
        for (const write of writes) if (write.name === name) removeUnsent(tx, write)
      }),
    change: changePending,
    retry: (name) =>
      changePending(async (tx, writes) => {
        const write = writes.find((one) => one.name === name)
        if (!write) return
        const again = { ...write, error: undefined, sentAt: undefined }
        if (!hasLostName(write)) return putUnsent(tx, again)
        removeUnsent(tx, write)
        const fresh = { ...again, name: await newName(tx), handedOver: undefined }
        const renamed = new Map([[name, fresh.name]])
        for (const one of writes) putUnsent(tx, one === write ? fresh : withNames(one, renamed))
      }),
    logOut: async (userId, token) => {
      await changePending(
        async (tx) => {
          for (const source of sources) await source.forgetUser(tx, userId)
          saveToken(tx, userId, undefined)
          const session = await sessionOf(tx, token)
          if (session) await endSession(tx, session)
          const ending = endingOf(claimsIn(token))
          if (ending) keepEnding(tx, ending)
          await removeViewer(tx, userId)
          // The next log-in copies again: until then, the club does not tell whom the user mutes.
          const state = await readState(tx)
          const viewers = state?.viewers.filter((id) => id !== userId)
          if (state && viewers) putState(tx, { ...state, viewers })
        },
        (tx) => clearOwn(tx, userId),
      )
      if (host.membersOnly) await removeCopyOfLastUser({ ...device, sources })
      // Nothing of an older token ends its session alone, and a whole one is not kept: it is sent now or never.
      const sent = endingOf(claimsIn(token)) ? sendLogOuts(synchronizing) : club.endSession(token)
      await Promise.race([sent.catch(() => undefined), sleep(WAIT_MS)])
    },
  }
}

/** Whether the club has another write, or one about another row, under the name of a refused one. */
function hasLostName({ error }: StoredWrite): boolean {
  return error === apiErrors.keyOfAnotherRequest.text || error === REFUSED_BEFORE
}

/** How long a forwarded write waits for the sync that brings it here, in ms. */
const WAIT_MS = 1_000
/** How long a read waits for the club when the replica has an answer, too, in ms. */
const PATIENCE_MS = 5_000

function isLost(problem: SyncProblem | undefined): boolean {
  return problem === 'offline' || problem === 'noReply'
}

function sleep(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Whether it has the data of this call: a cache on the way can reply to another request. */
async function isReplyTo(name: CallName, response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return response.ok && safeParse(viewedSchema(calls[name].reply), body).success
}

async function fileIn(body: unknown): Promise<UnsentFile | undefined> {
  const { file } = Object(body) as { file?: unknown }
  return file instanceof Blob ? { type: file.type, bytes: await file.arrayBuffer() } : undefined
}

const PROBLEMS: Partial<Record<SyncProblem, { status: number; text: string }>> = {
  intercepted: {
    status: 503,
    text: 'Something between this phone and the club answers in its place: a log-in page of the Wi-Fi?',
  },
  tooLarge: { status: 413, text: 'This is too large for a server on the way to the club.' },
}

function problemReply(problem: SyncProblem): Response {
  const { status, text } = PROBLEMS[problem] ?? needsClub
  return Response.json({ error: [text] }, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** A write as pages list it. */
function listed({ file: _, proof: __, ...write }: StoredWrite & { proof?: string }): UnsentWrite {
  const { change = '' }: Call = calls[write.call]
  return { ...write, change }
}
