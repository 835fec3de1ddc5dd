/** Forget full buckets when there are more than this. */
const MAX_BUCKETS = 10_000

type Bucket = { tokens: number; at: number }

/**
 * Limits how often something may happen per key: `burst` times at once, then `perSecond`. In memory, so each
 * process counts for itself.
 */
export class TokenBuckets {
  readonly #burst: number
  readonly #perSecond: number
  readonly #buckets = new Map<string, Bucket>()

  constructor({ burst, perSecond }: { burst: number; perSecond: number }) {
    this.#burst = burst
    this.#perSecond = perSecond
  }

  /** Takes a token. @returns 0, or the seconds until there is one */
  take(key: string): number {
    const bucket = this.#filled(key)
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.#perSecond)
    bucket.tokens -= 1
    return 0
  }

  giveBack(key: string): void {
    this.#filled(key).tokens += 1
  }

  #filled(key: string): Bucket {
    const now = performance.now()
    const { tokens, at } = this.#buckets.get(key) ?? { tokens: this.#burst, at: now }
    const bucket = { tokens: this.#after(tokens, now - at), at: now }
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > MAX_BUCKETS) this.#forgetFull(now)
    return bucket
  }

  #after(tokens: number, ms: number): number {
    return Math.min(this.#burst, tokens + (ms / 1000) * this.#perSecond)
  }

  #forgetFull(now: number): void {
    for (const [key, { tokens, at }] of this.#buckets) {
      if (this.#after(tokens, now - at) === this.#burst) this.#buckets.delete(key)
    }
  }
}
