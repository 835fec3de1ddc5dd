import { messageSW } from 'workbox-window'
import { BUILD } from './build.ts'
import { observable } from './observable.ts'
import { activation, skipWaiting, startWorker } from './register.ts'
import { firstTime, reloadOnce, reloadPage } from './reload.ts'

const HOUR_MS = 3_600_000
const RETRY_MS = 2_000
const TRIES = 5

/** The worker of a new build, which is precached and waits for the user to accept it. */
export const updateOffered = observable<ServiceWorker | undefined>(undefined)

/** Whether a file of this build is missing and a new build is being fetched: see {@link recover}. */
export const recovering = observable(false)

/**
 * Check for a new build whenever the page becomes visible, and every hour. Offer it, and never force it.
 * Reload when a new worker has taken over, in any tab: page and worker must be of one build.
 */
export async function watchForUpdates(): Promise<void> {
  const { serviceWorker } = navigator
  // The first worker of a first visit, and the worker after a hard reload, are not updates.
  let controlled = Boolean(serviceWorker?.controller)
  serviceWorker?.addEventListener('controllerchange', () => {
    if (controlled) reloadPage()
    controlled = true
  })
  const registration = await startWorker()
  const offer = () => updateOffered.set((registration.active && registration.waiting) ?? undefined)
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
  offer()
  const checkIfVisible = () => document.visibilityState === 'visible' && checkForUpdate()
  document.addEventListener('visibilitychange', checkIfVisible)
  window.addEventListener('focus', checkForUpdate)
  setInterval(checkForUpdate, HOUR_MS)
}

/** Look for a new build, which is then offered. */
export async function checkForUpdate(): Promise<void> {
  // Without a network there is no update, and nothing to report.
  await startWorker()
    .then((registration) => registration.update())
    .catch(() => undefined)
}

/**
 * Let the waiting worker take over; every tab then reloads. A browser can stop the worker before it has read the message,
 * so it is sent again; in the end, the reloaded page offers the update again.
 */
export async function takeUpdate(): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await skipWaiting()
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  await reloadPage()
}

/** Hide the offer until the page is loaded again. */
export function declineUpdate(): void {
  updateOffered.set(undefined)
}

/**
 * Fetch a new build and let it take over. Resolves to `false` if there is none, it cannot be fetched, or there is no
 * worker (a club at a plain http address).
 */
export async function fetchUpdate(): Promise<boolean> {
  try {
    const registration = await startWorker()
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
 * Call this when the worker rejected a call because this page is of another build. Reload to get the page of the
 * worker's build. If that was tried before, fetch a newer worker. Resolves only if neither helps.
 */
export async function mendOtherBuild(workerBuild: string): Promise<void> {
  await reloadOnce(`page ${BUILD}, worker ${workerBuild}`)
  if (await fetchUpdate()) await reloadPage()
}

/**
 * Handles a file of this build that is neither precached nor on the host, because a newer build was
 * deployed: fetch that build, once, instead of showing a broken screen. Without a network the screen
 * shows an error.
 */
export async function recover(event: Event): Promise<void> {
  if (!navigator.onLine || !firstTime(`gone ${BUILD}`)) return
  event.preventDefault()
  recovering.set(true)
  await fetchUpdate()
  await reloadPage()
}
