/// <reference lib="webworker" />

import type { Database } from '../../../mocks/data/database.ts'
import type { HostOptions } from '../../../mocks/server-options.ts'
import { createReplica } from '../../../mocks/sync/replica.ts'
import { CHANGES_PATH, type Changes, KEYS_PATH, REPLICA_PATH } from '../../contract/changes.ts'
import { SYNC_CHANNEL, type SyncStatus } from '../../contract/sync.ts'
import { UPLOADS } from '../../contract/uploads-path.ts'
import { BUILD_HEADER } from '../build.ts'
import type { SyncCalls } from '../worker-messages.ts'
import { faultyLine } from './faulty-line.ts'
import { cachedPicture, keepPicture } from './picture-cache.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Background Sync, which TypeScript's library does not have. */
  registration: { sync?: { register(tag: string): Promise<void> } }
}

const PICTURES = 'gearheads-club-pictures'
const TAG = 'gearheads-sync'
/** Requests of the sync itself, and the stream of changes. */
const TO_CLUB = [CHANGES_PATH, REPLICA_PATH, KEYS_PATH]

type Options = {
  database: Database
  host: HostOptions
  publish: (changes: Changes) => void
}

/** The back end at a club's address: a replica of the club's data, and when it synchronizes. */
export function startClub({ database, host, publish }: Options) {
  const line = faultyLine({ fetch: (request, init) => fetch(request, init), publish })
  const replica = createReplica({
    database,
    host,
    fetch: line.fetch,
    publish: (changes) => {
      line.publish(changes)
      publishStatus()
    },
    onPending: () => synchronize().catch(() => undefined),
  })
  let running: Promise<void> | undefined
  let isWanted = false

  /** Synchronizes once more if it is running already: it may have passed the point of the new change. */
  function synchronize(): Promise<void> {
    isWanted = true
    running ??= run().finally(() => {
      running = undefined
      return publishStatus()
    })
    return running
  }

  async function run(): Promise<void> {
    // Not before `running` is set.
    await Promise.resolve()
    publishStatus()
    while (isWanted) {
      isWanted = false
      const error = await replica.synchronize().catch((thrown: Error) => thrown)
      const isLeft = await isWaiting()
      // For a `sync` event when there is a network, even if no page is open then. The browser may not allow it.
      if (isLeft) await self.registration.sync?.register(TAG).catch(() => undefined)
      if (error) throw error
      if (isLeft && !isWanted) throw new Error('The club is busy, or the session has ended.')
    }
  }

  async function isWaiting(): Promise<boolean> {
    const { pending } = await replica.readStatus()
    return pending.some(({ error }) => error === undefined)
  }

  async function readStatus(): Promise<SyncStatus> {
    const [status, faults] = await Promise.all([replica.readStatus(), line.read()])
    return { ...status, faults, isRunning: running !== undefined }
  }

  async function publishStatus(): Promise<undefined> {
    const status = await readStatus().catch(() => undefined)
    const channel = new BroadcastChannel(SYNC_CHANNEL)
    if (status) channel.postMessage(status)
    channel.close()
  }

  async function upload(request: Request): Promise<Response> {
    const response = await replica.serve(request)
    if (!response.ok) return response
    // The replica has it only until it is sent.
    const { secure_url } = await response.clone().json()
    const { href } = new URL(secure_url, request.url)
    const picture = await replica.serve(new Request(href))
    if (picture.ok) await keepPicture(PICTURES, href, picture).catch(() => undefined)
    return response
  }

  return {
    synchronize,

    /** @returns `undefined` for requests that are not for the replica: the browser sends them to the club */
    answer(event: FetchEvent): Promise<Response> | undefined {
      const { request } = event
      const { pathname } = new URL(request.url)
      if (TO_CLUB.includes(pathname)) return undefined
      if (request.method === 'GET' && pathname.startsWith(UPLOADS))
        return cachedPicture(event, PICTURES, () => replica.serve(request))
      // The request tester and other clients call the club.
      if (!request.headers.has(BUILD_HEADER)) return undefined
      const isUpload = request.method === 'POST' && `${pathname}/` === UPLOADS
      const response = isUpload ? upload(request) : replica.serve(request)
      event.waitUntil(response.then(() => running).catch(() => undefined))
      return response
    },

    calls: {
      SYNC: synchronize,
      SYNC_STATUS: readStatus,
      SYNC_DISCARD: ({ name }) => replica.discard(name).then(publishStatus),
      SYNC_RETRY: ({ name }) => replica.retry(name).then(synchronize),
      SYNC_FORGET: ({ userId }) => replica.forgetUser(userId).then(publishStatus),
      SYNC_FAULTS: ({ faults }) => line.change(faults).then(synchronize),
    } satisfies { [Type in keyof SyncCalls]: (given: SyncCalls[Type]) => Promise<unknown> },
  }
}
