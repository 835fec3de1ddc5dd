/**
 * The app's one service worker: it keeps the app for offline use, answers navigations with the app
 * shell, is the back end (`/api/*` goes to the mock API), and keeps the pictures of an image host.
 * Everything else, uploads among it, is left to the network.
 */

import type { PrecacheEntry } from 'workbox-precaching/_types.js'
import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { openDatabase } from '../mocks/db/database.ts'
import { idbStore } from '../mocks/db/idb-store.ts'
import { remembering } from '../mocks/db/remembering.ts'
import { createServer } from '../mocks/server.ts'
import { cloudPicture, isCloudPicture } from './worker/cloud-pictures.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

const app = new PrecacheController()
const files: PrecacheEntry[] = self.__WB_MANIFEST
// The dev server hands out the app itself.
if (import.meta.env.PROD) app.precache(files)

// Every request needs these two, and nobody but this worker writes them.
const store = remembering(idbStore('gearheads'), ['meta/settings', 'meta/token-key'])
const serve = createServer({
  database: openDatabase(store, 'gearheads'),
  build: files.find((file) => file.url === 'index.html')?.revision || undefined,
  describe: async () => {
    const file = (await app.matchPrecache('openapi.json')) ?? (await fetch('openapi.json'))
    return file.json()
  },
})

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (import.meta.env.VITE_UPLOAD_DELIVERY_URL && isCloudPicture(request)) {
    return cloudPicture(event)
  }
  if (origin !== self.location.origin) return undefined
  if (pathname.startsWith('/api/')) return serve(request)
  const file = request.mode === 'navigate' ? 'index.html' : request.url
  if (request.method !== 'GET' || !app.getCacheKeyForURL(file)) return undefined
  return app.createHandlerBoundToURL(file)({ event, request, url: new URL(request.url) })
}

self.addEventListener('install', () => {
  // A developer who edits the worker wants the edit; everybody else is asked first (src/pwa).
  if (import.meta.env.DEV) self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('message', (event) => {
  // A hard reload leaves the page without its worker until the worker claims it.
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim())
  if (event.data?.type === 'SKIP_WAITING') self.skipWaiting()
})
