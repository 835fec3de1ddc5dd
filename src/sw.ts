/**
 * The app's service worker. It precaches the app, replies to navigations with the app shell, passes `/api/*` to
 * the mock API, or to a replica of a club's data, and caches pictures. All other requests, such as uploads to an image
 * host, go to the network.
 */

import { demandControlKey } from '../mocks/control-key.ts'
import { openDatabase } from '../mocks/database.ts'
import { deviceHost } from '../mocks/host.ts'
import { createServer } from '../mocks/msw-handlers.ts'
import { replaceData } from '../mocks/seed/data-set.ts'
import { generatedData } from '../mocks/seed/generate.ts'
import { idbStore } from '../mocks/store/row-cache.ts'
import { CHANGES_CHANNEL, type Changes } from './contract/changes.ts'
import { PRIVACY_PATH } from './contract/privacy-path.ts'
import { plantApiDefects, plantRun } from './defects/api/plant.ts'
import { openChannel, scoped } from './pwa/scoped.ts'
import { markDefects } from './pwa/worker/mark-defects.ts'
import { cloudPicture, isCloudPicture } from './pwa/worker/picture-cache.ts'
import {
  type ClubMark,
  countKept,
  dropOtherBuilds,
  fileFor,
  keepAll,
  keepBuild,
  readFile,
} from './pwa/worker/precache.ts'
import { keepPrivacyPage, privacyPage } from './pwa/worker/privacy-page.ts'
import { openNotification, renewSubscription, showPush } from './pwa/worker/push.ts'
import { forbiddenNavigationReply, otherBuildReply } from './pwa/worker/refusals.ts'
import { startReplica } from './pwa/worker/replica.ts'
import { isShare, takeShare } from './pwa/worker/share-target.ts'
import type { NotInstalledMessage, WorkerMessage } from './pwa/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope & {
  club?: ClubMark
  /** Set by the judge's server (`scripts/judge/run-server.ts`): a handle, the hash of a control key, and the seed of the data. */
  run?: string
  controlKey?: string
  seed?: number
}

const { DEV, VITE_BUILD, VITE_UPLOAD_DELIVERY_URL, VITE_UPLOAD_URL } = import.meta.env

/** Whether this is the worker for a club's address (`scripts/vite/club-worker.ts`). */
const IS_CLUB: boolean = import.meta.env.CLUB
/** Whether this is the build of judged runs (`scripts/vite/judged-build.ts`). */
const IS_JUDGED = import.meta.env.MODE === 'judged'
const database = openDatabase(
  idbStore(scoped(IS_CLUB ? 'gearheads-club' : 'gearheads')),
  IS_CLUB ? { origin: 'copy' } : {},
)
/** Aborted when the worker of the next build takes over, which waits for pending calls. */
const closing = new AbortController()
const host = deviceHost({
  database,
  build: VITE_BUILD,
  imageHost: VITE_UPLOAD_DELIVERY_URL || (VITE_UPLOAD_URL && originOf(VITE_UPLOAD_URL)) || '',
  closing: closing.signal,
  publish: publishToPages,
  ...(IS_CLUB
    ? { delayMs: 0, membersOnly: Object(self.club).membersOnly === true }
    : {
        plant: IS_JUDGED ? plantRun(self.run ?? '') : plantApiDefects,
        ...(IS_JUDGED && self.controlKey && { admitControl: demandControlKey(self.controlKey) }),
        // In development, the dev server serves the files.
        describe: async () => (await (DEV ? fetch : readFile)('openapi.json')).json(),
      }),
})
const club = IS_CLUB ? startReplica(host) : undefined
const serve = club ? club.answer : forEvent(createServer(host))

function forEvent(server: (request: Request) => Promise<Response>) {
  return ({ request }: FetchEvent) => server(request)
}

/** Publishes the changes of a write to all pages of the app. */
function publishToPages(changes: Changes): void {
  const channel = openChannel(CHANGES_CHANNEL)
  channel.postMessage(changes)
  channel.close()
}

function originOf(url: string): string {
  return new URL('/', new URL(url, self.location.origin)).href
}

/** The calls that reply with the settings. */
const SETTINGS = /^\/api\/mock(\/settings|\/reset)?$/

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (VITE_UPLOAD_DELIVERY_URL && isCloudPicture(request)) return cloudPicture(event)
  if (origin !== self.location.origin) return undefined
  if (/^\/api(\/|$)/.test(pathname)) {
    const answer = forbiddenNavigationReply(request) ?? otherBuildReply(request) ?? serve(event)
    return answer && SETTINGS.test(pathname) ? markDefects(request, answer) : answer
  }
  // Pages of test tools that share the app's origin: Cypress serves its own from /__/ and /__cypress/.
  if (pathname.startsWith('/__')) return undefined
  if (isShare(request)) return takeShare(request)
  if (club && request.mode === 'navigate' && pathname === PRIVACY_PATH) return privacyPage(request)
  if (DEV || request.method !== 'GET') return undefined
  return fileFor(event)
}

self.addEventListener('install', (event) => {
  // In development, an edit of the worker applies at once. Otherwise the user accepts an update (src/pwa).
  if (DEV) self.skipWaiting()
  else event.waitUntil(install())
})

async function install(): Promise<void> {
  try {
    await keepBuild(Boolean(self.registration.active))
  } catch (error) {
    const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' })
    const { name, message: text } = error as Error
    const reason = name === 'QuotaExceededError' ? 'This device has no space left.' : text
    const message: NotInstalledMessage = { type: 'NOT_INSTALLED', reason }
    for (const page of pages) page.postMessage(message)
    throw error
  }
  if (IS_JUDGED && self.seed !== undefined) await generateData(self.seed)
  if (club) await keepPrivacyPage().catch(() => undefined)
}

/** Data that a check cannot know beforehand: no two judged runs have the same. */
function generateData(seed: number): Promise<void> {
  return database.write(async (tx) => {
    tx.beginWrite()
    await replaceData(tx, generatedData({ users: 8, posts: 12, seed }, tx.now))
  })
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), dropOtherBuilds()]))
})

if (club) {
  // What a notification is about is here when it is clicked.
  self.addEventListener('push', (event) =>
    event.waitUntil(Promise.allSettled([showPush(event.data), club.handleSyncEvent()])),
  )
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openNotification(event.notification))
  })
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription()))
}

// A rejection makes the browser try again later.
self.addEventListener('sync', (event) => {
  if (club) (event as ExtendableEvent).waitUntil(club.handleSyncEvent())
})

self.addEventListener('message', (event) => {
  const message: WorkerMessage = event.data
  const work = {
    // A hard reload leaves the page without its worker until the worker claims it.
    CLAIM: () => self.clients.claim(),
    SKIP_WAITING: () => self.skipWaiting(),
    // Before another worker takes over.
    CLOSE: () => closing.abort(),
    KEEP_ALL: () => (DEV ? 0 : keepAll()),
    STATUS: async () => ({
      build: VITE_BUILD,
      ...(DEV ? { kept: 0, of: 0 } : await countKept()),
    }),
    PING: () => database.read(async (tx) => tx.getMeta('version')),
    ...club?.calls,
  }[message?.type] as ((given: unknown) => unknown) | undefined
  if (!work) return
  const [port] = event.ports
  event.waitUntil(
    Promise.resolve(work(message)).then(
      (answer) => port?.postMessage({ answer }),
      (error) => port?.postMessage({ error: String(error) }),
    ),
  )
})
