import type { Database } from './database.ts'
import { readSettings } from './domain/settings.ts'
import type { Host } from './host.ts'

/** Before a browser ends the worker: it stops one whose reply takes 5 minutes. */
const MAX_HANG_MS = 4 * 60_000

/** Aborts when no failure lets calls hang any more. */
const releases = new WeakMap<Database, AbortController>()

/**
 * Waits until the failures are turned off, the client gives up (Chromium 156 does not tell a worker that), or the host
 * stops.
 * @returns whether the failures were turned off
 */
export async function isReleased(
  { database, closing }: Host,
  { signal }: Request,
): Promise<boolean> {
  const release = releases.get(database) ?? new AbortController()
  releases.set(database, release)
  const ends = [signal, release.signal, AbortSignal.timeout(MAX_HANG_MS), closing]
  const end = AbortSignal.any(ends)
  if (!end.aborted) await new Promise((resolve) => end.addEventListener('abort', resolve))
  return release.signal.aborted
}

/** Releases the hung calls, unless a failure of this kind is left in the settings. */
export async function releaseHungCalls(server: Host): Promise<void> {
  const { database } = server
  if (!releases.has(database)) return
  const { failures } = await database.readUnlocked((tx) => readSettings(tx, server))
  if (failures.some(({ kind }) => kind === 'hang')) return
  releases.get(database)?.abort()
  releases.delete(database)
}
