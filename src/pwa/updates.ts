import { BUILD } from './build.ts'
import { observable } from './observable.ts'
import { letTakeOver, ownController, replaceWorker, startWorker } from './register.ts'
import { firstTime, prepareReload, recovering, reloadOnce, reloadPage } from './reload.ts'

const HOUR_MS = 3_600_000
/** Pauses before an update that could not be fetched is tried again, in ms; the last one repeats. */
const PAUSES_MS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000]
/** How long an update waits for pending writes. The drafts keep those that are not sent by then. */
const WRITES_LIMIT_MS = 30_000

/** The worker of a new build, which is precached and waits for the user to accept it. */
export const updateOffered = observable<ServiceWorker | undefined>(undefined)

/**
 * Check for a new build whenever the page becomes visible, and every hour. Offer it, and never force it.
 * Reload when a new worker has taken over, in any tab: page and worker must be of one build.
 */
export async function watchForUpdates(): Promise<void> {
  const { serviceWorker } = navigator
  // The first worker of a first visit, and the worker after a hard reload, are not updates.
  let controlled = Boolean(ownController())
  serviceWorker?.addEventListener('controllerchange', () => {
    if (!ownController()) return
    if (controlled) reloadPage()
    controlled = true
  })
  const registration = await startWorker()
  const offer = () => updateOffered.set((registration.active && registration.waiting) ?? undefined)
  let failures = 0
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    let isInstalled = false
    worker?.addEventListener('statechange', () => {
      offer()
      if (worker.state === 'installed') isInstalled = true
      if (isInstalled) failures = 0
      // The host did not serve all files of the new build.
      else if (worker.state === 'redundant')
        setTimeout(checkForUpdate, PAUSES_MS[failures++] ?? PAUSES_MS.at(-1))
    })
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
 * Let the waiting worker take over when the pending writes are done; every tab then reloads. A worker cannot take over while the
 * old one is answering. If it does not take over, the reloaded page offers the update again.
 */
export async function takeUpdate(): Promise<void> {
  await prepareReload(WRITES_LIMIT_MS)
  const { waiting } = await startWorker()
  if (waiting) await letTakeOver(waiting).catch(() => undefined)
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
    const registration = await navigator.serviceWorker.getRegistration(import.meta.env.BASE_URL)
    return registration !== undefined && (await replaceWorker(registration))
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
 * Call this when a file of this build is neither precached nor on the host, because a newer build was deployed: fetch that
 * build, once, and reload. Resolves only if that was done before, or there is no network: then the screen shows an error.
 */
export async function recover(): Promise<void> {
  if (!navigator.onLine || !firstTime(`gone ${BUILD}`)) return
  recovering.set(true)
  await fetchUpdate()
  await reloadPage()
}
