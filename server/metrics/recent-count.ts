const MINUTE = 60

/** Counts events of the last minute. */
export class RecentCount {
  /** By second. */
  readonly #counts = new Map<number, number>()

  add(now = performance.now()): void {
    const second = Math.floor(now / 1000)
    this.#counts.set(second, (this.#counts.get(second) ?? 0) + 1)
    this.#forget(second)
  }

  /** Events in the last 60 s. */
  count(now = performance.now()): number {
    this.#forget(Math.floor(now / 1000))
    return [...this.#counts.values()].reduce((sum, one) => sum + one, 0)
  }

  #forget(second: number): void {
    for (const one of this.#counts.keys()) {
      if (one > second - MINUTE) break
      this.#counts.delete(one)
    }
  }
}
