import { sessionStore } from './web-storage.ts'

type Hook = () => unknown

/** Who has something to save gets this long for it. */
const SAVE_LIMIT_MS = 1_000

const hooks = new Set<Hook>()
let reloading: Promise<never> | undefined

/**
 * Have `save` run, and its promise waited for, before the app reloads the page (for an update, say).
 * @returns how to take that back
 */
export function beforeReload(save: Hook): () => void {
  hooks.add(save)
  return () => hooks.delete(save)
}

/** Reload the page when all that {@link beforeReload} knows of is saved. Never resolves. */
export function reloadPage(): Promise<never> {
  reloading ??= saveAndReload()
  return reloading
}

/**
 * Reload the page, but only once in this tab for the same reason: what a reload did not mend, a second
 * will not. Resolves, to nothing, only if that was done before.
 */
export async function reloadOnce(reason: string): Promise<void> {
  if (firstTime(reason)) await reloadPage()
}

/**
 * Whether this is the first time in this tab, reloads included. Never, where the browser blocks session
 * storage: without a memory the page would reload for ever.
 */
export function firstTime(reason: string): boolean {
  const key = `gearheads-once/${reason}`
  if (sessionStore.get(key)) return false
  return sessionStore.set(key, new Date().toISOString())
}

async function saveAndReload(): Promise<never> {
  const saved = Promise.allSettled([...hooks].map(async (save) => save()))
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, SAVE_LIMIT_MS))])
  location.reload()
  return new Promise(() => {})
}

/** Load the page anew at the landing screen, which remembers no address. */
export function loadLanding(): void {
  location.replace(import.meta.env.BASE_URL)
}
