import { scoped } from '../pwa/scoped.ts'
import { newUuid } from './uuid.ts'

/** Identifies this page to the back end as long as it is loaded (`src/contract/changes.ts`). */
export const TAB: string = newUuid()

/*
 * The tabs of the app take turns with Web Locks. Those do not exist on plain http, and Firefox refuses them where site data is
 * blocked: then all tabs run at once. Callers must tolerate that.
 */

/** @param work gets whether the lock was free, if it is requested only then */
async function request<Result>(
  name: string,
  options: LockOptions,
  work: (isFree: boolean) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false
  const begin = (lock: Lock | null) => {
    hasBegun = true
    return work(lock !== null)
  }
  try {
    return await navigator.locks.request(scoped(name), options, begin)
  } catch (error) {
    if (hasBegun) throw error
    return work(true)
  }
}

/** Runs `work` in one tab at a time. */
export function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return request(name, {}, work)
}

/** Runs `work` unless another tab holds the lock. */
export function ifUnlocked<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return request(name, { ifAvailable: true }, async (isFree) => (isFree ? work() : undefined))
}

/** Holds a lock until this page is unloaded. */
export function holdForPage(name: string): void {
  withLock(name, () => new Promise(() => {}))
}

/**
 * The names of the locks that any tab holds or waits for; empty without Web Locks. A name that is missing proves that no tab
 * holds that lock only if one that this tab holds is there.
 */
export async function lockNames(): Promise<Set<string>> {
  const query = async () => navigator.locks.query()
  const { held = [], pending = [] } = await query().catch((): LockManagerSnapshot => ({}))
  const start = scoped('')
  const names = [...held, ...pending].map(({ name = '' }) => name)
  return new Set(
    names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length)),
  )
}
