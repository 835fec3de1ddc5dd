import { COUNTS } from './keys.ts'
import type { WriteBuffer } from './write-buffer.ts'

/** Writers at the same time would conflict in one number: each adds to the part that the `_id` of its link selects. */
const PARTS = 16

/**
 * Kept numbers of entries under a prefix, such as the likes of a post: a reply that counted them would take longer, the
 * more there are. Each is changed with its entries, in one transaction, so it is exact.
 *
 *     counts/votes/<post>/likedBy/<post>/<part>
 */
export class Counts {
  readonly #entries: WriteBuffer

  constructor(entries: WriteBuffer) {
    this.#entries = entries
  }

  /** The numbers of entries under these prefixes. */
  async read(prefixes: readonly string[]): Promise<number[]> {
    if (!this.#entries.isConcurrent) {
      const values = await this.#entries.read(prefixes.map((prefix) => keyOf(prefix, 0)))
      return values.map((value) => Number(value ?? 0))
    }
    const parts = await this.#entries.scanUnchanged(prefixes.map((prefix) => COUNTS + prefix))
    return Promise.all(
      prefixes.map(async (prefix, index) => {
        const keys = Array.from({ length: PARTS }, (_, part) => keyOf(prefix, part))
        const values = parts[index] ?? (await this.#entries.read(keys))
        return values.reduce((sum: number, value) => sum + Number(value ?? 0), 0)
      }),
    )
  }

  /** Reads the numbers that {@link add} will change, at once. */
  async load(prefixes: readonly string[], id: string): Promise<void> {
    await this.#entries.load(prefixes.map((prefix) => keyOf(prefix, this.#partOf(id))))
  }

  /** Adds `change` to the number of entries under a prefix. @param id the last part of the key of the entry */
  async add(prefix: string, id: string, change: number): Promise<void> {
    const key = keyOf(prefix, this.#partOf(id))
    const [before] = await this.#entries.read([key])
    this.#entries.set(key, Number(before ?? 0) + change || undefined)
  }

  /** Sets the number of entries under a prefix, when all of them are stored at once. @param ids as in {@link add} */
  set(prefix: string, ids: readonly string[]): void {
    const parts = Map.groupBy(ids, (id) => this.#partOf(id))
    for (const [part, { length }] of parts) this.#entries.set(keyOf(prefix, part), length)
  }

  /** Forgets the number of entries under a prefix. */
  clear(prefix: string): void {
    const parts = this.#entries.isConcurrent ? PARTS : 1
    for (let part = 0; part < parts; part++) this.#entries.set(keyOf(prefix, part), undefined)
  }

  #partOf(id: string): number {
    // The last digit of a UUID is random.
    return this.#entries.isConcurrent ? Number.parseInt(id.at(-1) ?? '', PARTS) || 0 : 0
  }
}

function keyOf(prefix: string, part: number): string {
  return `${COUNTS}${prefix}${part}`
}

/** The key of a number that has one part, as on every device. */
export function countKey(prefix: string): string {
  return keyOf(prefix, 0)
}

/** The prefix that the number at `key` belongs to; `undefined` for any other key. */
export function countedPrefix(key: string): string | undefined {
  return key.startsWith(COUNTS) ? key.slice(COUNTS.length, key.lastIndexOf('/') + 1) : undefined
}
