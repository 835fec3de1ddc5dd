/** Above this number of keys, full buckets are forgotten; above ten times as many, the oldest too. */
const MAX_BUCKETS = 10_000

type Bucket = { tokens: number; at: number }

export type Rate = { burst: number; perSecond: number }

/**
 * Limits how often something may happen per key: `burst` times at once, then `perSecond`. In memory, so each
 * process counts for itself.
 */
export class TokenBuckets {
  readonly #burst: number
  readonly #perSecond: number
  /** The one that was used last comes last. */
  readonly #buckets = new Map<string, Bucket>()
  #nextSweep = MAX_BUCKETS

  constructor({ burst, perSecond }: Rate) {
    this.#burst = burst
    this.#perSecond = perSecond
  }

  /** The number of keys in memory. */
  get size(): number {
    return this.#buckets.size
  }

  /** Takes `count` tokens. @returns 0, or the seconds until there are so many */
  take(key: string, count = 1): number {
    const bucket = this.#filled(key)
    if (bucket.tokens < count) return Math.ceil((count - bucket.tokens) / this.#perSecond)
    bucket.tokens -= count
    return 0
  }

  giveBack(key: string): void {
    this.#filled(key).tokens += 1
  }

  #filled(key: string): Bucket {
    const now = performance.now()
    const { tokens, at } = this.#buckets.get(key) ?? { tokens: this.#burst, at: now }
    const bucket = { tokens: this.#after(tokens, now - at), at: now }
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > this.#nextSweep) this.#forget(now)
    return bucket
  }

  #after(tokens: number, ms: number): number {
    return Math.min(this.#burst, tokens + (ms / 1000) * this.#perSecond)
  }

  #forget(now: number): void {
    for (const [key, { tokens, at }] of this.#buckets) {
      if (this.#after(tokens, now - at) === this.#burst) this.#buckets.delete(key)
    }
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= 10 * MAX_BUCKETS) break
      this.#buckets.delete(key)
    }
    // Not at each new key, which would cost more than the request.
    this.#nextSweep = Math.max(MAX_BUCKETS, this.#buckets.size * 1.2)
  }
}
