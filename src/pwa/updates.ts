import { messageSW } from 'workbox-window'
import { BUILD } from './build.ts'
import { observable } from './observable.ts'
import { activation, skipWaiting, startWorker } from './register.ts'
import { firstTime, reloadOnce, reloadPage } from './reload.ts'

const HOUR_MS = 3_600_000
const RETRY_MS = 2_000

/** Whether a new build is there, kept whole, and waits to be taken. */
export const updateOffered = observable(false)

/** Whether a piece of this build is gone and a way out is looked for: see {@link recover}. */
export const recovering = observable(false)

/**
 * Look for a new build whenever the page is looked at, and every hour; offer it, and never force it.
 * When a new worker has taken over, whichever tab wanted that, reload: page and worker are one build.
 */
export async function watchForUpdates(): Promise<void> {
  const { serviceWorker } = navigator
  // The first worker of a first visit, and one that a hard reload went past, are no update.
  let controlled = Boolean(serviceWorker?.controller)
  serviceWorker?.addEventListener('controllerchange', () => {
    if (controlled) reloadPage()
    controlled = true
  })
  const registration = await startWorker()
  const offer = () => updateOffered.set(Boolean(registration.active && registration.waiting))
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
  offer()
  // No network, no update: nothing to tell anybody.
  const look = () => registration.update().catch(() => undefined)
  const lookIfSeen = () => document.visibilityState === 'visible' && look()
  document.addEventListener('visibilitychange', lookIfSeen)
  window.addEventListener('focus', look)
  setInterval(look, HOUR_MS)
}

/** Let the worker that waits take over; every tab then reloads. */
export async function takeUpdate(): Promise<void> {
  await skipWaiting()
  // Once in many runs the worker did not take over; the cause is unknown. The reload ends the interval.
  setInterval(skipWaiting, RETRY_MS)
}

/** Put the offer away until the page is loaded anew. */
export function declineUpdate(): void {
  updateOffered.set(false)
}

/** Fetch a new build and let it take over. Gives `false` if there is none, or no way to it. */
async function fetchUpdate(): Promise<boolean> {
  const registration = await startWorker()
  try {
    await registration.update()
    const worker = registration.installing ?? registration.waiting
    if (!worker) return false
    await activation(worker, 'installed')
    messageSW(worker, { type: 'SKIP_WAITING' })
    await activation(worker)
    return true
  } catch {
    return false
  }
}

/**
 * The worker refused this page, which is of another build. The worker has a page of its own build in
 * store, so a reload mends that; if it did not, a newer worker may. Resolves only if nothing helps.
 */
export async function mendOtherBuild(workerBuild: string): Promise<void> {
  await reloadOnce(`page ${BUILD}, worker ${workerBuild}`)
  if (await fetchUpdate()) await reloadPage()
}

/**
 * A file of this build that is loaded when it is needed is not kept, and gone from the host: a newer
 * build was deployed. Get that one, once, instead of showing a broken screen. Without a network there
 * is nothing to do, and the screen says so.
 */
export async function recover(event: Event): Promise<void> {
  if (!navigator.onLine || !firstTime(`gone ${BUILD}`)) return
  event.preventDefault()
  recovering.set(true)
  await fetchUpdate()
  await reloadPage()
}
