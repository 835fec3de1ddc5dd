/** Returns numbers from 0 to 1, always the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Random choices for generated rows. */
export class Dice {
  readonly roll: () => number

  constructor(seed: number) {
    this.roll = randomFrom(seed)
  }

  /** A whole number from 0 to `limit`, exclusive. A `skew` over 1 prefers small ones. */
  below(limit: number, skew = 1): number {
    return Math.floor(this.roll() ** skew * limit)
  }

  /** @throws when the list is empty */
  oneOf<Item>(items: readonly Item[], skew?: number): Item {
    const index = this.below(items.length, skew)
    if (index >= items.length) throw new Error('Nothing to choose from')
    return items[index] as Item
  }

  /** A UUID version 7 of the time `ms` (since 1970). */
  uuid(ms: number): string {
    const hex = (digits: number) =>
      this.below(16 ** digits)
        .toString(16)
        .padStart(digits, '0')
    const time = ms.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
  }
}
