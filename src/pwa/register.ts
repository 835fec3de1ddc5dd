import { messageSW, Workbox } from 'workbox-window'

/** Why there is no worker: the browser does not support or allow it, or it did not start. */
export type NoWorkerReason = 'insecure' | 'unsupported' | 'refused' | 'stalled'

/** Thrown when the page can have no service worker, and so no back end. */
export class NoWorkerError extends Error {
  readonly reason: NoWorkerReason

  constructor(reason: NoWorkerReason, options?: ErrorOptions) {
    super(`The service worker is not available: ${reason}`, options)
    this.reason = reason
  }
}

/** A first visit downloads the app before the worker starts: give a slow network this long. */
const INSTALL_LIMIT_MS = 60_000
/** An active worker takes over at once. After this time, something is wrong. */
const CLAIM_LIMIT_MS = 5_000

let workbox: Workbox | undefined
let started: Promise<ServiceWorkerRegistration> | undefined

/**
 * Wait until the worker controls this page, so that it handles `/api` and not the host.
 * @throws NoWorkerError when that will not happen
 */
export async function workerControl(): Promise<void> {
  if (navigator.serviceWorker?.controller) return
  started ??= register()
  const registration = await started
  const controlled = nextController()
  const { active, installing, waiting } = registration
  const worker = installing ?? waiting
  if (!active && worker) await within(INSTALL_LIMIT_MS, activation(worker))
  // A hard reload leaves the page without its worker: ask it to take over.
  if (registration.active) messageSW(registration.active, { type: 'CLAIM' })
  await within(CLAIM_LIMIT_MS, controlled)
}

/**
 * Register the worker. Further calls return the same registration.
 * @throws NoWorkerError when the browser does not allow it
 */
export function startWorker(): Promise<ServiceWorkerRegistration> {
  started ??= register()
  return started
}

/** Make the waiting worker take over, if there is one. */
export async function skipWaiting(): Promise<void> {
  await startWorker()
  workbox?.messageSkipWaiting()
}

async function register(): Promise<ServiceWorkerRegistration> {
  if (!window.isSecureContext) throw new NoWorkerError('insecure')
  if (!('serviceWorker' in navigator)) throw new NoWorkerError('unsupported')
  const { DEV, BASE_URL } = import.meta.env
  const url = DEV ? `${BASE_URL}dev-sw.js?dev-sw` : `${BASE_URL}sw.js`
  workbox = new Workbox(url, { scope: BASE_URL, type: DEV ? 'module' : 'classic' })
  const registering = workbox.register({ immediate: true }).catch((cause) => {
    throw new NoWorkerError('refused', { cause })
  })
  const registration = await within(INSTALL_LIMIT_MS, registering)
  // Blocked workers can resolve to nothing.
  if (!registration) throw new NoWorkerError('refused')
  return registration
}

function nextController(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return Promise.resolve()
  return new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
}

/**
 * Wait until a worker has reached a state.
 * @throws NoWorkerError if it becomes redundant
 */
export function activation(
  worker: ServiceWorker,
  wanted: 'installed' | 'activated' = 'activated',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if ([wanted, 'activated'].includes(worker.state)) resolve()
      if (worker.state === 'redundant') reject(new NoWorkerError('stalled'))
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
