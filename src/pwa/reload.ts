import { observable } from './observable.ts'
import { scoped } from './scoped.ts'
import { sessionStore } from './web-storage.ts'

/** Whether a file of this build is missing and a new build is being fetched (updates.ts). */
export const recovering = observable(false)

type Hook = () => unknown

/** How long a reload waits for the hooks. */
const SAVE_LIMIT_MS = 1_000

const hooks = new Set<Hook>()
let reloading: Promise<never> | undefined

/**
 * Run `save` before the app reloads the page, for an update for example, and await its promise.
 * @returns a function that unsubscribes
 */
export function beforeReload(save: Hook): () => void {
  hooks.add(save)
  return () => hooks.delete(save)
}

/** Run the hooks of {@link beforeReload}, for at most `limitMs`. */
export async function prepareReload(limitMs: number): Promise<void> {
  const saved = Promise.allSettled([...hooks].map(async (save) => save()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, limitMs))])
}

/** Run the hooks of {@link beforeReload}, then reload the page. Never resolves. */
export function reloadPage(): Promise<never> {
  reloading ??= saveAndReload()
  return reloading
}

/**
 * Reload the page, but only once in this tab for the same reason: a second reload would not help either.
 * Resolves only if it was done before.
 */
export async function reloadOnce(reason: string): Promise<void> {
  if (firstTime(reason)) await reloadPage()
}

/**
 * Whether this is the first time in this tab, reloads included. Always false if the browser blocks session
 * storage: otherwise the page would reload forever.
 */
export function firstTime(reason: string): boolean {
  const key = scoped(`gearheads-once/${reason}`)
  if (sessionStore.get(key)) return false
  return sessionStore.set(key, new Date().toISOString())
}

async function saveAndReload(): Promise<never> {
  await prepareReload(SAVE_LIMIT_MS)
  // Chromium never answers the request for a page if the worker that it was sent to is replaced. The next worker answers.
  navigator.serviceWorker?.addEventListener('controllerchange', () => location.reload())
  location.reload()
  return new Promise(() => {})
}

/** Load the landing screen as a new page, without the address of the current one. */
export function loadLanding(): void {
  location.replace(import.meta.env.BASE_URL)
}
