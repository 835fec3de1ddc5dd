/// <reference lib="webworker" />
import { isTesterPath, withTesterPolicy } from '../tester-page.ts'
import { findCached } from './find-cached.ts'
import { isRoute } from './routes.ts'

/**
 * The app's files, cached: one cache per build, so that a page never gets a file of another build, and an old build
 * stays complete until the new one takes over.
 *
 * A host may answer a request for a file with anything: an error, a maintenance page with status 200, the file of another
 * build, half a file, and with headers that make a browser repeat that answer for a year. So nothing is cached that is
 * not proven. The build lists each file with the hash of its content (`src/start/build/chunks.ts`); the page, which a host
 * or a club may change, is proven by the name of its build. {@link fetchProven} is the only function that fetches a file:
 * it repeats a request whose answer proves wrong, past all caches and with growing pauses, and gives up within a bound.
 * A file that is missing from the cache is fetched when it is requested, and at each start with a network ({@link keepAll}).
 * A request with `cache: 'reload'` replaces a cached file: with it, the page gets a file again that proved wrong.
 *
 * For example, during a deployment `assets/home-1.js` is answered with 404 and `max-age=31536000`. The first request, which may
 * use the browser's cache, gets the 404; so does no other, because the second one has `cache: 'reload'`.
 */

/** Set by a club's server, which is the back end then (`server/pages.ts`). */
export type ClubMark = true | { membersOnly: boolean; signUp: string }

declare const self: ServiceWorkerGlobalScope & {
  /** Written in by the build; not in development. */
  __WB_MANIFEST?: { url: string; revision: string }[]
  club?: ClubMark
}

/** Hashes of files, by their paths in the scope. */
type Files = Record<string, string>

const BUILD: string = import.meta.env.VITE_BUILD
const { scope } = self.registration
const BUILDS = `app ${scope} `
// A club serves a page that differs from a device's, and from that of another kind of club (src/pwa/club.ts).
const KIND = self.club && self.club !== true ? ` ${JSON.stringify(self.club)}` : ''
const CACHE = BUILDS + BUILD + (self.club ? ' club' : '') + KIND

const PAGE = './'
/** The list of all files that are not needed to start. */
const REST = `assets/offline-${BUILD}.json`

const { [REST]: restHash = '', ...first }: Files = Object.fromEntries(
  // vite-plugin-pwa adds the web app manifest, which only the browser reads, with a longer hash.
  (self.__WB_MANIFEST ?? [])
    .filter(({ revision }) => revision.length < 20)
    .map(({ url, revision }) => [url, revision]),
)

/** Kept from the first request on: it is large, and of use for an import alone (R14.35). */
const ON_REQUEST = /^assets\/reader-worker-/

/** How many of the files of this build are cached. */
export type Kept = { kept: number; of: number }

/** Pauses before the requests for a file, in ms. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 4_000]
/** The same while a page waits for the file. */
const SHORT_PAUSES_MS = [0, 500]
/** How long a file may take in all. */
const LIMIT_MS = 60_000
/** Leaves most of a slow line to the page. */
const REST_AT_ONCE = 2

/** @returns the app's answer to a GET request, or `undefined` if it is not for a file or a route of the app */
export function fileFor(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  if (!request.url.startsWith(scope)) return undefined
  // The page adds this query when it requests a file again (src/start).
  const path = request.url.slice(scope.length).replace(/\?again=\d+$/, '')
  if (request.mode === 'navigate') return pageFor(event, path.replace(/[?#].*/, ''))
  if (!/^(assets|icons|seed)\/|^(logo.*|openapi\.json)?$/.test(path)) return undefined
  return readFile(path || PAGE, request)
}

/** @param request is sent as it is if the file is not one of this build's */
export async function readFile(path: string, request = new Request(path)): Promise<Response> {
  const isReload = request.cache === 'reload'
  const known = await find(path)
  if (known && !isReload) return known
  const hash = first[path] ?? (await readList().catch((): Files => ({})))[path]
  if (hash === undefined) return fetch(request)
  try {
    const pauses = path === PAGE ? PAUSES_MS : SHORT_PAUSES_MS
    return await fetchKept(path, hash, { isReload, pauses })
  } catch (error) {
    if (known) return known
    throw error
  }
}

/** The app for its routes. For other paths the host answers; without a network, the app shows its own 404 screen. */
async function pageFor(event: FetchEvent, path: string): Promise<Response> {
  const answer = isRoute(path) ? undefined : await fetch(event.request).catch(() => undefined)
  if (answer) return answer
  const page = await readFile(PAGE).catch(() => undefined)
  if (!page) return fetch(event.request)
  const copy = page.clone()
  event.waitUntil(copy.arrayBuffer().then(mendPage))
  return isTesterPath(`/${path}`, '/') ? testerPage(page) : page
}

async function mendPage(bytes: ArrayBuffer): Promise<void> {
  if (!(await isProven(PAGE, '', bytes))) await fetchKept(PAGE, '').catch(() => undefined)
}

async function testerPage(page: Response): Promise<Response> {
  const headers = new Headers(page.headers)
  const policy = 'Content-Security-Policy'
  headers.set(policy, withTesterPolicy(headers.get(policy) ?? ''))
  return new Response(withTesterPolicy(await page.text()), { headers })
}

/**
 * Cache this build, the page last: a cache without it is of an installation that failed, and is deleted by the next one.
 * A failure does not remove what was cached before it.
 * @param isUpdate a first visit waits only for the first files; an update is cached completely, like the build that it replaces
 * @throws Error with a text for people if a file cannot be fetched
 */
export async function keepBuild(isUpdate: boolean): Promise<void> {
  const { [PAGE]: _, ...files } = first
  await dropBuilds(async (name) => !(await (await caches.open(name)).match(scope)))
  const [page] = await Promise.all([fetchProven(PAGE, ''), keep(files)])
  if (isUpdate) await keep(await readRest(), REST_AT_ONCE)
  await put(PAGE, page)
  await dropBuilds(() => true)
}

/** Cache all files of this build that are missing. @returns the number of added files */
export async function keepAll(): Promise<number> {
  return (await keep(first)) + (await keep(await readRest(), REST_AT_ONCE))
}

/** @param atOnce the maximum of requests at a time */
async function keep(files: Files, atOnce = 99): Promise<number> {
  const kept = await keptUrls()
  const missing = Object.entries(files).filter(([path]) => !kept.has(inScope(path)))
  const queue = missing.values()
  const lanes = Array.from({ length: Math.min(atOnce, missing.length) }, async () => {
    for (const [path, hash] of queue) await put(path, await fetchProven(path, hash))
  })
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  return missing.length
}

export async function countKept(): Promise<Kept> {
  const files = Object.keys({ ...first, [REST]: '', ...(await readRest()) })
  const kept = await keptUrls()
  return { kept: files.filter((path) => kept.has(inScope(path))).length, of: files.length }
}

/** Delete the caches of all other builds. */
export async function dropOtherBuilds(): Promise<void> {
  for (const name of await otherBuilds()) await caches.delete(name)
}

/** Delete caches of other builds, but not the oldest: that of the build in use. */
async function dropBuilds(isDropped: (name: string) => boolean | Promise<boolean>): Promise<void> {
  const [oldest] = (await caches.keys()).filter((name) => name.startsWith(BUILDS))
  for (const name of await otherBuilds())
    if (name !== oldest && (await isDropped(name))) await caches.delete(name)
}

async function otherBuilds(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(BUILDS) && name !== CACHE)
}

/** The files of the second stage. */
async function readRest(): Promise<Files> {
  const files = Object.entries(await readList())
  return Object.fromEntries(files.filter(([path]) => !ON_REQUEST.test(path)))
}

async function readList(): Promise<Files> {
  return ((await find(REST)) ?? (await fetchKept(REST, restHash))).json()
}

function find(path: string): Promise<Response | undefined> {
  return findCached(inScope(path), CACHE)
}

async function put(path: string, file: Response): Promise<void> {
  await (await caches.open(CACHE)).put(inScope(path), file)
}

async function keptUrls(): Promise<Set<string>> {
  return new Set((await (await caches.open(CACHE)).keys()).map(({ url }) => url))
}

function inScope(path: string): string {
  return new URL(path, scope).href
}

type Options = { isReload?: boolean; pauses?: number[] }

async function fetchKept(path: string, hash: string, options?: Options): Promise<Response> {
  const file = await fetchProven(path, hash, options)
  // On a full device, the page still gets its file.
  await put(path, file.clone()).catch(console.warn)
  return file
}

/** @throws Error that says what the host answered */
async function fetchProven(
  path: string,
  hash: string,
  { isReload, pauses = PAUSES_MS }: Options = {},
): Promise<Response> {
  const url = inScope(path)
  // The cache of another build often has the same file.
  const known = path !== PAGE && !isReload && (await findCached(url))
  const reused = known && (await proven(path, hash, known))
  if (reused) return reused
  const signal = AbortSignal.timeout(LIMIT_MS)
  let problem = ''
  for (const [index, pause] of pauses.entries()) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const cache = isReload || index > 0 ? 'reload' : path === PAGE ? 'no-cache' : 'default'
    try {
      const answer = await fetch(url, { cache, signal })
      const file = answer.ok && (await proven(path, hash, answer))
      if (file) return file
      problem = answer.ok ? 'answered with another file' : `answered with status ${answer.status}`
      // A browser has six connections to a host, and a body that nothing reads keeps one.
      // Not awaited: the promise may stay pending.
      if (!answer.bodyUsed) answer.body?.cancel().catch(() => undefined)
    } catch {
      problem = 'did not answer'
    }
  }
  throw new Error(`The host ${problem} for ${new URL(url).pathname}.`)
}

/** @returns `answer` as it is cached, or `undefined` if it is not the file that the build lists */
async function proven(path: string, hash: string, answer: Response): Promise<Response | undefined> {
  const bytes = await answer.arrayBuffer()
  if (!(await isProven(path, hash, bytes))) return undefined
  const headers = new Headers([...answer.headers].filter(([name]) => KEPT_HEADERS.test(name)))
  const [, extension = 'html'] = /\.(\w+)$/.exec(path) ?? []
  headers.set('Content-Type', TYPES[extension] ?? `image/${extension}`)
  return path === PAGE ? isolated(bytes, headers) : new Response(bytes, { headers })
}

/** The headers that limit what a page or a script may do. Others can make a file useless, such as `Vary: *`. */
const KEPT_HEADERS = /^(content-security|cross-origin|permissions|referrer|x-content|x-frame)-/
/** Some hosts send scripts as plain text. */
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

async function isProven(path: string, hash: string, bytes: ArrayBuffer): Promise<boolean> {
  if (path === PAGE) {
    const text = new TextDecoder().decode(bytes)
    return text.includes(BUILD) && text.includes('</html>')
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...digest.subarray(0, hash.length * 0.75))) === hash
}

/**
 * The page with headers that stop other sites from framing it and from keeping a reference to its window, for hosts that
 * cannot send them. The values of the host have priority. The same origin may frame it: Cypress does.
 */
function isolated(page: ArrayBuffer, headers: Headers): Response {
  // Browsers ignore this one if the host sends `frame-ancestors`.
  if (!headers.has('X-Frame-Options')) headers.set('X-Frame-Options', 'SAMEORIGIN')
  const policy = 'Cross-Origin-Opener-Policy'
  if (!headers.has(policy)) headers.set(policy, 'same-origin')
  return new Response(page, { headers })
}
