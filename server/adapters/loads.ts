import { ApiError } from '../../mocks/api-error.ts'
import { serverErrors } from '../../src/contract/errors.ts'

/** Characters of JSON that the reads of a process may have in memory: in all, and each of them. */
export type LoadLimits = { all: number; own: number }

export const LOAD_LIMITS: LoadLimits = { all: 100_000_000, own: 66_000_000 }

/**
 * Counts what one read has in memory, in characters of JSON.
 * @throws ApiError 413 if that is too much even alone, 503 if it is too much with that of others
 */
export type CountLoad = (length: number) => void

/** Counts the rows that reads have in memory before their replies are made: nobody knows their lengths before. */
export class Loads {
  #total = 0
  readonly #limits: LoadLimits | undefined

  /** @param limits none where only one person uses the store */
  constructor(limits?: LoadLimits) {
    this.#limits = limits
  }

  /** Runs `work`, which counts what it loads. */
  async run<Result>(work: (load: CountLoad | undefined) => Promise<Result>): Promise<Result> {
    if (!this.#limits) return work(undefined)
    const { all, own } = this.#limits
    let loaded = 0
    try {
      return await work((length) => {
        loaded += length
        this.#total += length
        if (loaded > own) throw new ApiError(serverErrors.longReply)
        if (this.#total > all) throw new ApiError(serverErrors.busyReplies, 5)
      })
    } finally {
      this.#total -= loaded
    }
  }
}
