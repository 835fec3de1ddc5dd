import type { Store } from './data/store.ts'

/**
 * Measures one request for its `Server-Timing` header, in milliseconds (R12.20). Delay and work run
 * in parallel; the handler's time is the work without lock and store.
 */
export class Timing {
  /** The minimum time of the reply. */
  delay = 0
  /** Time spent waiting for the lock. */
  lock = 0
  /** Time spent waiting for the store. */
  store = 0
  #work?: number
  #pending = 0
  #busySince = 0
  readonly #start = performance.now()

  /** Wraps `store` to measure its time. Parallel operations count once. */
  watch(store: Store): Store {
    const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (this.#pending++ === 0) this.#busySince = performance.now()
      try {
        return await work()
      } finally {
        if (--this.#pending === 0) this.store += performance.now() - this.#busySince
      }
    }
    const { next, search, pause } = store
    return {
      read: (keys) => counted(() => store.read(keys)),
      scan: (prefix, page) => counted(() => store.scan(prefix, page)),
      scanEach: (ranges) => counted(() => store.scanEach(ranges)),
      count: (prefix) => counted(() => store.count(prefix)),
      countEach: (prefixes) => counted(() => store.countEach(prefixes)),
      write: (...given) => counted(() => store.write(...given)),
      ...(next && { next: (key) => counted(() => next(key)) }),
      ...(pause && { pause }),
      ...(search && { search: (...given) => counted(() => search(...given)) }),
    }
  }

  /** Time since the request arrived. */
  get elapsed(): number {
    return performance.now() - this.#start
  }

  /** Marks the end of the work, when the reply may still have to wait for the delay. */
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
