/// <reference lib="webworker" />
import { isTesterPath, withTesterPolicy } from '../tester-page.ts'

/** Set by a club's server, which is the back end then (`server/pages.ts`). */
export type ClubMark = true | { membersOnly: boolean; signUp: string }

declare const self: ServiceWorkerGlobalScope & { club?: ClubMark }

/**
 * The precache: one cache per build, so that a page never gets a file of another build, and an old build stays
 * complete until the new one takes over.
 */
const { scope } = self.registration
const BUILDS = `app ${scope} `
// A club serves a page that differs from a device's, and from that of another kind of club (src/pwa/club.ts).
const KIND = self.club && self.club !== true ? ` ${JSON.stringify(self.club)}` : ''
const CACHE = BUILDS + import.meta.env.VITE_BUILD + (self.club ? ' club' : '') + KIND

/** The list of files that {@link keepRest} caches; `src/start/build/chunks.ts` writes it. */
const REST = `assets/offline-${import.meta.env.VITE_BUILD}.json`

/** How many of the files of this build are cached. */
export type Kept = { kept: number; of: number }

/**
 * Returns the cached file for `request`, or else fetches and caches it, so that it is available offline from then
 * on. A navigation gets the app, and the one to the tester gets it with the tester's policy.
 */
export async function fileFor(request: Request): Promise<Response> {
  const isNavigation = request.mode === 'navigate'
  const known = await find(isNavigation ? scope : request)
  if (known) return isNavigation && isTester(request.url) ? testerPage(known) : known
  const response = await fetch(request)
  if (!isNavigation && response.status === 200 && !isPage(response)) {
    const copy = response.clone()
    const cache = await caches.open(CACHE)
    cache.put(request.url, copy).catch(console.warn)
  }
  return response
}

function isTester(url: string): boolean {
  return isTesterPath(new URL(url).pathname, new URL(scope).pathname)
}

async function testerPage(page: Response): Promise<Response> {
  const headers = new Headers(page.headers)
  const policy = 'Content-Security-Policy'
  headers.set(policy, withTesterPolicy(headers.get(policy) ?? ''))
  return new Response(withTesterPolicy(await page.text()), { headers })
}

/**
 * Cache those of `files` (addresses within the scope) that are not cached yet. A failure does not remove the files
 * that were cached before it.
 * @param atOnce the maximum of requests at a time
 * @returns the number of added files
 * @throws if a file cannot be fetched
 */
export async function keep(files: readonly string[], atOnce = files.length): Promise<number> {
  const cache = await caches.open(CACHE)
  const kept = await keptUrls(cache)
  const missing = files.map(inScope).filter((url) => !kept.has(url))
  const queue = missing.values()
  const results = await Promise.allSettled(
    Array.from({ length: atOnce }, async () => {
      for (const url of queue) await cache.put(url, await get(url))
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return missing.length
}

/** Leaves most of a slow line to the page. */
const REST_AT_ONCE = 2

/** Cache all other files of this build, which are not needed to start. @returns the number of added files */
export async function keepRest(): Promise<number> {
  return keep(await readRest(), REST_AT_ONCE)
}

export async function countKept(first: readonly string[]): Promise<Kept> {
  const files = [...first, REST, ...(await readRest())].map(inScope)
  const kept = await keptUrls(await caches.open(CACHE))
  return { kept: files.filter((url) => kept.has(url)).length, of: files.length }
}

/** Delete the caches of all other builds. */
export async function dropOtherBuilds(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(BUILDS) && name !== CACHE) await caches.delete(name)
  }
}

async function readRest(): Promise<string[]> {
  await keep([REST])
  return (await find(inScope(REST)))?.json()
}

/** @param cacheName `undefined` searches all caches */
function find(request: Request | string, cacheName: string | undefined = CACHE) {
  return caches.match(request, { cacheName, ignoreVary: true })
}

async function keptUrls(cache: Cache): Promise<Set<string>> {
  return new Set((await cache.keys()).map(({ url }) => url))
}

function inScope(file: string): string {
  return new URL(file, scope).href
}

/** Behind a load balancer, a process with another build may answer while a club is updated. */
const TRIES = 4

/** @throws if the host returns an error, for a missing file its page, or the page of another build */
async function get(url: string): Promise<Response> {
  // A name with a hash always has the same content, so the cache of another build or of the browser can be used.
  const hashed = url.startsWith(inScope('assets/'))
  const known = hashed && (await caches.match(url, { ignoreVary: true }))
  if (known) return known
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, { cache: hashed ? 'default' : 'no-cache' })
    if (response.ok && (await isOfThisBuild(url, response))) {
      if (isPage(response)) return isolated(response)
      // A redirected response (/index.html to /) is not allowed as the response to a navigation.
      return response.redirected ? new Response(response.body, response) : response
    }
    if (tries === TRIES) throw new Error(`${response.status} for ${url}`)
  }
}

/** With the page of another build, this worker would refuse all its calls. A page names its build (`src/start/body.ts`). */
async function isOfThisBuild(url: string, response: Response): Promise<boolean> {
  if (!isPage(response)) return true
  return url === scope && (await response.clone().text()).includes(import.meta.env.VITE_BUILD)
}

function isPage({ headers }: Response): boolean {
  return /html/.test(headers.get('Content-Type') ?? '')
}

/**
 * Returns `page` with headers that stop other sites from framing it and from keeping a reference to its window,
 * for hosts that cannot send them. The values of the host have priority. The same origin may frame it: Cypress does.
 */
function isolated(page: Response): Response {
  const headers = new Headers(page.headers)
  // Browsers ignore this one if the host sends `frame-ancestors`.
  if (!headers.has('X-Frame-Options')) headers.set('X-Frame-Options', 'SAMEORIGIN')
  const policy = 'Cross-Origin-Opener-Policy'
  if (!headers.has(policy)) headers.set(policy, 'same-origin')
  return new Response(page.body, { status: page.status, headers })
}
