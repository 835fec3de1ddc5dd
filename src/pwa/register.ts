import { messageSW, Workbox } from 'workbox-window'
import { observable } from './observable.ts'
import type { NotInstalledMessage, WorkerMessage } from './worker-messages.ts'

/**
 * Why there is no worker: the browser does not support or allow it, the host does not serve the app as it was built, the device
 * cannot store it, or it did not start.
 */
export type NoWorkerReason = 'insecure' | 'unsupported' | 'refused' | 'host' | 'failed' | 'stalled'

/** Thrown when the page can have no service worker, and so no back end. */
export class NoWorkerError extends Error {
  readonly reason: NoWorkerReason
  /** A sentence for people that names the answer of the host. */
  readonly detail: string | undefined

  constructor(
    reason: NoWorkerReason,
    { detail, ...options }: ErrorOptions & { detail?: string } = {},
  ) {
    super(`The service worker is not available: ${detail ?? reason}`, options)
    this.reason = reason
    this.detail = detail
  }

  /** Whether only another address or browser, or its settings, can help. */
  get isFinal(): boolean {
    return this.reason === 'insecure' || this.reason === 'unsupported' || this.reason === 'refused'
  }
}

/** A first visit downloads the app before the worker starts: give a slow network this long. */
const INSTALL_LIMIT_MS = 75_000
/** An active worker takes over at once. After this time, something is wrong. */
const CLAIM_LIMIT_MS = 5_000
const REPLY_LIMIT_MS = 10_000
const TAKE_OVER_LIMIT_MS = 10_000
const REPEAT_MS = 2_000
const CLOSE_LIMIT_MS = 1_500
/** Pauses between attempts while the page is open, in ms; the last one repeats. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
/** Failed attempts before the user is told. Later ones can still succeed. */
const QUIET_ATTEMPTS = 2

const { DEV, BASE_URL } = import.meta.env
const URL_OF_WORKER = DEV ? `${BASE_URL}dev-sw.js?dev-sw` : `${BASE_URL}sw.js`

/**
 * The worker that controls this page. Under a path, a copy of the app at the root of the host controls the page until this one
 * has a worker.
 */
export function ownController(): ServiceWorker | undefined {
  const controller = navigator.serviceWorker?.controller ?? undefined
  if (BASE_URL === '/') return controller
  const { href } = new URL(URL_OF_WORKER, location.href)
  return controller?.scriptURL === href ? controller : undefined
}

let started: Promise<ServiceWorkerRegistration> | undefined
/** Why the last attempts failed; `undefined` again when one succeeds. */
export const noWorker = observable<NoWorkerError | undefined>(undefined)

/**
 * Wait until the worker controls this page, so that it handles `/api` and not the host.
 * @throws NoWorkerError when that will not happen, or has failed several times; attempts go on
 */
export async function workerControl(): Promise<void> {
  if (ownController()) return
  let stop = () => {}
  const failed = new Promise<never>((_, reject) => {
    const check = () => noWorker.get() && reject(noWorker.get())
    stop = noWorker.subscribe(check)
    check()
  })
  await Promise.race([startWorker(), failed]).finally(() => stop())
}

/**
 * Register the worker, and wait until it controls this page. Attempts that fail because of the network or the host are
 * repeated, with growing pauses, as long as the page is open. Further calls return the same registration.
 * @throws NoWorkerError when the browser does not allow it
 */
export function startWorker(): Promise<ServiceWorkerRegistration> {
  started ??= start()
  return started
}

async function start(): Promise<ServiceWorkerRegistration> {
  let previous: NoWorkerReason | undefined
  navigator.serviceWorker?.addEventListener('message', noteReason)
  for (let attempt = 0; ; attempt++) {
    try {
      const registration = await register()
      if (!ownController()) await takeControl(registration)
      noWorker.set(undefined)
      return registration
    } catch (thrown) {
      const error =
        thrown instanceof NoWorkerError ? thrown : new NoWorkerError('stalled', { cause: thrown })
      // A host that answers wrongly, and a moment later rightly, looks like a refusal once.
      const isFinal = error.isFinal && (error.reason !== 'refused' || previous === 'refused')
      if (isFinal || attempt >= QUIET_ATTEMPTS) noWorker.set(error)
      if (isFinal) throw error
      previous = error.reason
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[attempt] ?? PAUSES_MS.at(-1)))
  }
}

async function register(): Promise<ServiceWorkerRegistration> {
  if (!window.isSecureContext) throw new NoWorkerError('insecure')
  if (!('serviceWorker' in navigator)) throw new NoWorkerError('unsupported')
  const type = import.meta.env.DEV ? 'module' : 'classic'
  const workbox = new Workbox(URL_OF_WORKER, { scope: BASE_URL, type })
  const registering = workbox.register({ immediate: true }).catch(async (cause) => {
    throw new NoWorkerError(...(await explain(URL_OF_WORKER, cause)))
  })
  const registration = await within(INSTALL_LIMIT_MS, registering)
  // Blocked workers can resolve to nothing.
  if (!registration) throw new NoWorkerError('refused')
  return registration
}

/** Browsers say the same whether they block workers, or the host sends something else instead of one. */
async function explain(
  url: string,
  cause: unknown,
): Promise<[NoWorkerReason, { cause: unknown; detail?: string }]> {
  const signal = AbortSignal.timeout(REPLY_LIMIT_MS)
  const answer = await fetch(url, { cache: 'reload', signal }).catch(() => undefined)
  answer?.body?.cancel()
  const type = answer?.headers.get('Content-Type') ?? 'a file without a type'
  const problem = !answer
    ? 'did not answer'
    : !answer.ok
      ? `answered with status ${answer.status}`
      : !/javascript/.test(type) && `sent ${type} instead of a script`
  if (!problem) return ['refused', { cause }]
  return ['host', { cause, detail: `The host ${problem} for ${url}.` }]
}

async function takeControl(registration: ServiceWorkerRegistration): Promise<void> {
  const controlled = nextController()
  const worker = registration.installing ?? registration.waiting
  if (!registration.active && worker) await within(INSTALL_LIMIT_MS, activation(worker))
  // A hard reload leaves the page without its worker: ask it to take over.
  if (registration.active) messageSW(registration.active, { type: 'CLAIM' })
  try {
    await within(CLAIM_LIMIT_MS, controlled)
  } catch (error) {
    // The active worker may be a script that the host sent by mistake.
    await within(INSTALL_LIMIT_MS, replaceWorker(registration))
    throw error
  }
}

/** Fetch a new worker and let it take over. @returns whether there is one */
export async function replaceWorker(registration: ServiceWorkerRegistration): Promise<boolean> {
  await registration.update()
  const worker = registration.installing ?? registration.waiting
  if (!worker) return false
  await activation(worker, 'installed')
  await letTakeOver(worker)
  return true
}

/**
 * Have a worker that waits take over, when the active one has ended its long replies. A browser can stop it before it has read the
 * message, so it is sent again. A script of the host that is active by mistake never replies, and Chromium does not replace a worker
 * that has just got a message.
 */
export async function letTakeOver(worker: ServiceWorker): Promise<void> {
  const { active } = (await navigator.serviceWorker.getRegistration(BASE_URL)) ?? {}
  const close: WorkerMessage = { type: 'CLOSE' }
  if (active) await within(CLOSE_LIMIT_MS, messageSW(active, close)).catch(() => undefined)
  const send = () => messageSW(worker, { type: 'SKIP_WAITING' } satisfies WorkerMessage)
  const timer = setInterval(send, REPEAT_MS)
  send()
  await within(TAKE_OVER_LIMIT_MS, activation(worker)).finally(() => clearInterval(timer))
}

function nextController(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => ownController() && resolve()
    navigator.serviceWorker.addEventListener('controllerchange', check)
    check()
  })
}

function reasonOf(detail: string | undefined): NoWorkerReason {
  if (!detail) return 'stalled'
  return detail.startsWith('The host') ? 'host' : 'failed'
}

/** Why the last worker was not installed. */
let notInstalled: string | undefined

function noteReason({ data }: MessageEvent): void {
  const { type, reason }: Partial<NotInstalledMessage> = Object(data)
  if (type === 'NOT_INSTALLED') notInstalled = reason
}

/**
 * Wait until a worker has reached a state.
 * @throws NoWorkerError if it becomes redundant
 */
function activation(
  worker: ServiceWorker,
  wanted: 'installed' | 'activated' = 'activated',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if ([wanted, 'activated'].includes(worker.state)) resolve()
      if (worker.state !== 'redundant') return
      // The worker's message can arrive after its state.
      setTimeout(() => reject(new NoWorkerError(reasonOf(notInstalled), { detail: notInstalled })))
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer = 0
  const limit = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new NoWorkerError('stalled')), limitMs)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

// `npm run dev` (scripts/vite/dev-worker.ts). Chromium does not update a worker whose imported modules changed.
import.meta.hot?.on('gearheads:worker-changed', async () => {
  await (await startWorker()).unregister()
  location.reload()
})
