/// <reference lib="webworker" />

import { del, get, set } from 'idb-keyval'
import type { Host } from '../../../mocks/host.ts'
import { routed } from '../../../mocks/msw-handlers.ts'
import { createCourier } from '../../../sync/courier/courier.ts'
import type { DevicePair, KeyStore } from '../../../sync/courier/device-keys.ts'
import { createReplica } from '../../../sync/device/replica.ts'
import type { Schedule } from '../../../sync/device/schedule.ts'
import { SYNC_CHANNEL } from '../../../sync/messages.ts'
import { CHANGES_PATH, type Changes, KEYS_PATH, REPLICA_PATH } from '../../contract/changes.ts'
import { DEVICES_PATH } from '../../contract/devices.ts'
import { PUSH_PATH } from '../../contract/push.ts'
import { UPLOADS } from '../../contract/uploads-path.ts'
import { BUILD_HEADER } from '../build.ts'
import { nameDevice } from '../name-device.ts'
import { pageStore } from '../page-store.ts'
import { openChannel } from '../scoped.ts'
import type { SyncCalls } from '../worker-messages.ts'
import { cachedPicture, keepPicture } from './picture-cache.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Background Sync, which TypeScript's library does not have. */
  registration: { sync?: { register(tag: string): Promise<void> } }
}

const PICTURES = 'gearheads-club-pictures'
const TAG = 'gearheads-sync'
const SCHEDULE = 'schedule'
/** Requests of the sync itself, the stream of changes, and push. */
const TO_CLUB = [CHANGES_PATH, REPLICA_PATH, KEYS_PATH, PUSH_PATH, DEVICES_PATH]

/** The back end at a club's address: a replica of the club's data, and what wakes its scheduler. */
export function startReplica(device: Host) {
  const schedules = pageStore('gearheads-schedule', 'schedule')
  let isInSyncEvent = false
  let alarm: ReturnType<typeof setTimeout> | undefined
  const courier = createCourier(device.database, deviceKeys())
  const replica = createReplica({
    host: { ...device, publish },
    router: routed,
    fetch: (request, init) => fetch(request, init),
    onRemoved: () => void self.caches.delete(PICTURES),
    sources: [courier.source],
    onPending: () => replica.wake('change'),
    schedule: {
      store: {
        read: () => get<Schedule>(SCHEDULE, schedules),
        write: (schedule) => set(SCHEDULE, schedule, schedules),
      },
      // Pages wake a worker that was stopped.
      setAlarm: (wake, ms) => {
        clearTimeout(alarm)
        alarm = setTimeout(wake, ms)
      },
      onChange: publishStatus,
      onNoReply: () => {
        // The browser repeats the event by itself when it fails, with pauses.
        if (!isInSyncEvent) self.registration.sync?.register(TAG).catch(() => undefined)
      },
    },
  })

  function publish(changes: Changes): void {
    device.publish(changes)
    publishStatus()
  }

  /** Background Sync: there is a network, even if no page is open. */
  async function handleSyncEvent(): Promise<void> {
    isInSyncEvent = true
    const wait = await replica.wake('opportunity').finally(() => {
      isInSyncEvent = false
    })
    if (wait?.problem === 'noReply') throw new Error('No reply')
  }

  async function publishStatus(): Promise<undefined> {
    const status = await replica.readStatus().catch(() => undefined)
    const channel = openChannel(SYNC_CHANNEL)
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
    handleSyncEvent,

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
      event.waitUntil(response.then(replica.settled).catch(() => undefined))
      return response
    },

    calls: {
      SYNC: ({ cause }) => replica.wake(cause),
      SYNC_STATUS: replica.readStatus,
      SYNC_DISCARD: ({ name }) => replica.discard(name).then(publishStatus),
      SYNC_RETRY: async ({ name }) => {
        await replica.retry(name)
        return replica.wake('person')
      },
      SYNC_LOG_OUT: ({ userId, token }) => replica.logOut(userId, token).then(publishStatus),
      SYNC_GIVE: async ({ userId, withPictures, maxLength }) => {
        const given = await courier.give({ userId, withPictures, maxLength })
        await publishStatus()
        return given
      },
      SYNC_TAKE: async ({ bytes }) => {
        const taken = await courier.take(bytes, replica)
        if (!('problem' in taken)) replica.wake('change')
        await publishStatus()
        return taken
      },
    } satisfies { [Type in keyof SyncCalls]: (given: SyncCalls[Type]) => Promise<unknown> },
  }
}

/** The key pairs of this device. Their private parts cannot be exported: the browser signs with them. */
function deviceKeys(): KeyStore {
  const store = pageStore('gearheads-device-keys', 'keys')
  return {
    deviceName: nameDevice(self.navigator.userAgent),
    read: (userId) => get<DevicePair>(userId, store),
    write: (userId, pair) => (pair ? set(userId, pair, store) : del(userId, store)),
  }
}
