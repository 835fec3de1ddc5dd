import { newUuid } from './uuid.ts'

/** Identifies this page to the back end as long as it is loaded (`src/contract/changes.ts`). */
export const TAB: string = newUuid()

/*
 * The tabs of this origin take turns with Web Locks. Those do not exist on plain http, where all tabs run
 * at once: callers must tolerate that.
 */

/** Runs `work` in one tab at a time. */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(name, work) : work()
}

/** Runs `work` unless another tab holds the lock. */
export async function ifUnlocked<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!navigator.locks) return work()
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

/** Holds a lock until this page is unloaded. */
export function holdForPage(name: string): void {
  navigator.locks?.request(name, () => new Promise(() => {}))
}

/** The names of the locks that any tab holds or waits for; empty without Web Locks. */
export async function lockNames(): Promise<Set<string>> {
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {}
  return new Set([...held, ...pending].map(({ name = '' }) => name))
}
