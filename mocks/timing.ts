import type { Entries } from './store/store.ts'

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
  /** When the request arrived, as `performance.now()`. */
  readonly start = performance.now()

  /** Wraps `entries` to measure their time. Parallel operations count once. */
  watch(entries: Entries): Entries {
    const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (this.#pending++ === 0) this.#busySince = performance.now()
      try {
        return await work()
      } finally {
        if (--this.#pending === 0) this.store += performance.now() - this.#busySince
      }
    }
    return {
      ...entries,
      read: (keys) => counted(() => entries.read(keys)),
      scan: (ranges) => counted(() => entries.scan(ranges)),
      count: (prefixes) => counted(() => entries.count(prefixes)),
      write: (...given) => counted(() => entries.write(...given)),
      search: (...given) => counted(() => entries.search(...given)),
    }
  }

  /** Time since the request arrived. */
  get elapsed(): number {
    return performance.now() - this.start
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
