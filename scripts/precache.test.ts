import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/*
 * The precache against a host that answers anything, in any order: deployments, wrong answers that the browser's cache keeps,
 * entries that the browser loses. Whatever happened, nothing wrong is ever cached, and when the host is well, the newest build is
 * complete within a minute, also offline. e2e/full/host-faults.spec.ts has in a browser the faults that it sees in another way.
 */

const SCOPE = 'https://gearheads.test/'
/** It is kept once it was requested. */
const READER = 'assets/reader-worker-1.js'
const BUILDS = ['first', 'second', 'third'] as const
type Build = (typeof BUILDS)[number]

/** The files of a build, by their paths: some are the same in all builds. */
function filesOf(build: Build): Record<string, string> {
  const late = { [`assets/late-${build}.js`]: `late ${build}`, 'logo.svg': '<svg/>' }
  const rest = { ...late, [READER]: 'reader' }
  return {
    './': `<html>${build}</html>`,
    'assets/vendor.js': 'vendor',
    [`assets/index-${build}.js`]: `index ${build}`,
    [`assets/offline-${build}.json`]: JSON.stringify(hashesOf(rest)),
    ...rest,
  }
}

function hashesOf(files: Record<string, string>): Record<string, string> {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64').slice(0, 12)
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, hash(text)]))
}

const FAULTS = {
  error: () => new Response('Error', { status: 503 }),
  keptError: () =>
    new Response('Gone', { status: 404, headers: { 'Cache-Control': 'max-age=31536000' } }),
  maintenance: () =>
    new Response('Down for maintenance', { headers: { 'Cache-Control': 'max-age=31536000' } }),
  page: () => new Response('<html>Parked</html>', { headers: { 'Content-Type': 'text/html' } }),
  half: (right: string) => new Response(right.slice(0, right.length / 2)),
  vary: (right: string) =>
    new Response(right, { headers: { Vary: '*', 'Content-Type': 'text/plain' } }),
  closed: () => Promise.reject(new TypeError('Failed to fetch')),
  hangs: (_: string, signal?: AbortSignal) =>
    new Promise<Response>((_resolve, reject) => {
      if (signal?.aborted) reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
}
type Fault = keyof typeof FAULTS

const host = { build: 'first' as Build, fault: undefined as Fault | undefined, isUp: true }
/** The browser's own cache. */
const kept = new Map<string, Response>()
/** The caches of the worker. */
const stores = new Map<string, Map<string, Response>>()

async function fetchFromHost(url: string, { cache, signal }: RequestInit = {}): Promise<Response> {
  const known = kept.get(url)
  if (known && cache === 'default') return known.clone()
  if (!host.isUp) throw new TypeError('Failed to fetch')
  const right = filesOf(host.build)[url.slice(SCOPE.length) || './']
  const fault = host.fault && FAULTS[host.fault]
  const answer = fault
    ? await fault(right ?? '', signal ?? undefined)
    : new Response(right ?? 'Not found', { status: right === undefined ? 404 : 200 })
  if (answer.headers.has('Cache-Control')) kept.set(url, answer.clone())
  else kept.delete(url)
  return answer
}

const cacheStorage = {
  async open(name: string) {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (url: string) => store.get(url)?.clone(),
      put: async (url: string, file: Response) => {
        if (file.headers.has('Vary')) throw new TypeError('Vary header contains *')
        store.set(url, file)
      },
      keys: async () => [...store.keys()].map((url) => ({ url })),
    }
  },
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  async match(url: string, { cacheName }: { cacheName?: string }) {
    const searched = cacheName === undefined ? [...stores.values()] : [stores.get(cacheName)]
    return searched
      .find((store) => store?.has(url))
      ?.get(url)
      ?.clone()
  },
}

/** A worker of a build, as the browser starts it. */
async function workerOf(build: Build) {
  const { './': _, ...hashes } = hashesOf(filesOf(build))
  const {
    [`assets/late-${build}.js`]: _late,
    'logo.svg': _logo,
    [READER]: _reader,
    ...first
  } = hashes
  const manifest = Object.entries({ './': '', ...first })
  vi.stubGlobal('self', {
    registration: { scope: SCOPE },
    caches: cacheStorage,
    __WB_MANIFEST: manifest.map(([url, revision]) => ({ url, revision })),
  })
  vi.stubEnv('VITE_BUILD', build)
  vi.resetModules()
  return import('../src/pwa/worker/precache.ts')
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('caches', cacheStorage)
  vi.stubGlobal('fetch', (request: string | Request, init?: RequestInit) =>
    fetchFromHost(typeof request === 'string' ? request : request.url, init),
  )
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (_, bytes) => {
    const { buffer, byteOffset, byteLength } = createHash('sha256')
      .update(new Uint8Array(bytes as ArrayBuffer))
      .digest()
    return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), ms)
    return controller.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** Waits for hashes, which are made in another thread. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** The result of `work`, or `undefined` if it fails. It has to end within `ms`. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const ended = work.then(
    (value) => ({ value }),
    () => ({ value: undefined }),
  )
  let result: { value: Result | undefined } | undefined
  ended.then((done) => {
    result = done
  })
  for (let waited = 0; !result && waited <= ms; waited += 500)
    await settle().then(() => vi.advanceTimersByTimeAsync(500))
  if (!result) throw new Error(`Not ended within ${ms} ms`)
  return result.value
}

async function expectOnlyRightFiles(): Promise<void> {
  for (const [name, store] of stores) {
    const files = filesOf(name.split(' ').at(-1) as Build)
    for (const [url, file] of store)
      expect(await file.clone().text(), `${url} in ${name}`).toBe(
        files[url.slice(SCOPE.length) || './'],
      )
  }
}

type Step =
  | { do: 'deploy' | 'install' | 'start' | 'well' }
  | { do: 'fault'; fault: Fault }
  | { do: 'lose'; share: number }

const steps = fc.array(
  fc.oneof(
    fc.constantFrom<Step[]>({ do: 'deploy' }, { do: 'install' }, { do: 'start' }, { do: 'well' }),
    fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom(...(Object.keys(FAULTS) as Fault[])),
    }),
    fc.record({ do: fc.constant('lose' as const), share: fc.integer({ min: 1, max: 3 }) }),
  ),
  { minLength: 4, maxLength: 14 },
)

/** A download ends, whatever happens: two files at a time wait for a minute each. */
const BOUND_MS = 200_000

async function play(given: Step[]): Promise<void> {
  stores.clear()
  kept.clear()
  Object.assign(host, { build: 'first', fault: undefined, isUp: true })
  let active: Build | undefined
  const install = async (build: Build) => {
    const worker = await workerOf(build)
    const done = await within(
      BOUND_MS,
      worker.keepBuild(active !== undefined).then(() => true),
    )
    if (done) {
      active = build
      await worker.dropOtherBuilds()
    }
    return done
  }
  for (const step of given) {
    if (step.do === 'deploy') host.build = BUILDS[BUILDS.indexOf(host.build) + 1] ?? host.build
    if (step.do === 'fault') host.fault = step.fault
    if (step.do === 'well') host.fault = undefined
    if (step.do === 'install' && active !== host.build) await install(host.build)
    if (step.do === 'start' && active) await within(BOUND_MS, (await workerOf(active)).keepAll())
    if (step.do === 'lose')
      for (const store of stores.values())
        for (const [index, url] of [...store.keys()].entries())
          if (index % step.share === 0) store.delete(url)
    await expectOnlyRightFiles()
    expect(stores.size).toBeLessThanOrEqual(2)
  }

  host.fault = undefined
  if (active !== host.build) expect(await install(host.build)).toBe(true)
  const worker = await workerOf(host.build)
  await within(60_000, worker.keepAll())
  host.isUp = false
  const { kept: count, of } = await worker.countKept()
  expect(count).toBe(of)
  const { [READER]: _, ...files } = filesOf(host.build)
  for (const [path, text] of Object.entries(files))
    expect(await (await worker.readFile(path, new Request(SCOPE + path))).text()).toBe(text)
  expect([...stores.keys()]).toEqual([`app ${SCOPE} ${host.build}`])
}

test('whatever a host answered, only right files are cached, and the newest build is complete once it is well (R16.2)', async () => {
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: 200 })
})

test('the reader of imports is kept from the first request on, if it is the right file (R14.35)', async () => {
  await play([])
  const worker = await workerOf(host.build)
  const read = () =>
    within(
      60_000,
      worker.readFile(READER, new Request(SCOPE + READER)).then((file) => file.text()),
    )
  expect(await read()).toBeUndefined()
  Object.assign(host, { isUp: true, fault: 'maintenance' })
  expect(await read()).toBeUndefined()
  host.fault = undefined
  expect(await read()).toBe('reader')
  host.isUp = false
  expect(await read()).toBe('reader')
  await expectOnlyRightFiles()
})

test('the reason of a failed installation names what the host answered', async () => {
  await play([])
  const reasonFor = async (fault: Fault) => {
    stores.clear()
    kept.clear()
    Object.assign(host, { build: 'second', fault, isUp: true })
    const worker = await workerOf('second')
    let reason = ''
    await within(
      BOUND_MS,
      worker.keepBuild(false).catch((error) => {
        reason = error.message
      }),
    )
    return reason
  }
  expect(await reasonFor('error')).toMatch(/^The host answered with status 503 for \//)
  expect(await reasonFor('maintenance')).toMatch(/^The host answered with another file for \//)
  expect(await reasonFor('hangs')).toMatch(/^The host did not answer for \//)
})
