/*
 * Web Locks, by which the tabs of this origin take turns. Plain http has none: there, tabs work side by
 * side, and what they do must bear that.
 */

/** Run `work` in one tab at a time. */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(name, work) : work()
}

/** Run `work` unless another tab is at it. */
export async function ifUnlocked<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!navigator.locks) return work()
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

/** Hold a lock until this page is gone. */
export function holdForPage(name: string): void {
  navigator.locks?.request(name, () => new Promise(() => {}))
}

/** The names of the locks that some tab holds or waits for; none where there are no locks. */
export async function lockNames(): Promise<Set<string>> {
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {}
  return new Set([...held, ...pending].map(({ name = '' }) => name))
}
