import type { Store } from './data/store.ts'

/**
 * Where the time of one request goes, in milliseconds, for its `Server-Timing` header (design §6).
 * The delay and the work go side by side; the handler's time is the work without lock and store.
 */
export class Timing {
  /** What the mock waits at least, side by side with its work. */
  delay = 0
  /** Spent waiting for the turn among other requests. */
  lock = 0
  /** Spent waiting for the store. */
  store = 0
  #work?: number
  #pending = 0
  #busySince = 0
  readonly #start = performance.now()

  /** `store`, with the time that it takes counted. Reads that run side by side count once. */
  watch(store: Store): Store {
    const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (this.#pending++ === 0) this.#busySince = performance.now()
      try {
        return await work()
      } finally {
        if (--this.#pending === 0) this.store += performance.now() - this.#busySince
      }
    }
    return {
      read: (keys) => counted(() => store.read(keys)),
      scan: (prefix, page) => counted(() => store.scan(prefix, page)),
      count: (prefix) => counted(() => store.count(prefix)),
      write: (changes, cleared) => counted(() => store.write(changes, cleared)),
    }
  }

  /** Since the request came. */
  get elapsed(): number {
    return performance.now() - this.#start
  }

  /** To be called when the answer is made, if it is to wait for the rest of the delay. */
  endWork(): void {
    this.#work = this.elapsed
  }

  toString(): string {
    const { delay, lock, store, elapsed: total } = this
    const handler = Math.max(0, (this.#work ?? total) - lock - store)
    return Object.entries({ delay, lock, handler, store, total })
      .map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
      .join(', ')
  }
}
