import { COUNTS, groupPrefix } from './keys.ts'
import { indexes, type TableName, type Tables } from './tables.ts'
import type { WriteBuffer } from './write-buffer.ts'

/**
 * Kept numbers of entries under a prefix, such as the likes of a post: a reply that counted them would take longer, the
 * more there are. Each is changed with its entries, in one transaction, so it is exact.
 *
 *     counts/votes/<post>/likedBy/<post>/0
 */
export class Counts {
  readonly #entries: WriteBuffer

  constructor(entries: WriteBuffer) {
    this.#entries = entries
  }

  /** The numbers of entries under these prefixes. */
  async read(prefixes: readonly string[]): Promise<number[]> {
    const values = await this.#entries.read(prefixes.map(countKey))
    return values.map((value) => Number(value ?? 0))
  }

  /** The numbers of rows in groups, such as the comments of each of these posts. */
  async readGroups<Name extends TableName>(
    table: Name,
    field: (typeof indexes)[Name]['counted'][number],
    values: readonly string[],
  ): Promise<number[]> {
    return this.read(values.map((value) => groupPrefix(table, field, value)))
  }

  /** Changes the numbers of rows in the groups that a row belongs to. */
  async addRow<Name extends TableName>(
    table: Name,
    row: Tables[Name],
    change: 1 | -1,
  ): Promise<void> {
    const fields = row as unknown as Record<string, string>
    for (const field of indexes[table].counted) {
      await this.add(groupPrefix(table, field, fields[field] ?? ''), change)
    }
  }

  /** Sets the numbers in all groups of a table whose rows are all stored at once. */
  setRows<Name extends TableName>(table: Name, rows: readonly Tables[Name][]): void {
    for (const field of indexes[table].counted) {
      const groups = Map.groupBy(rows as readonly Record<string, unknown>[], (row) =>
        String(row[field]),
      )
      for (const [value, { length }] of groups) this.set(groupPrefix(table, field, value), length)
    }
  }

  /** Reads the numbers that {@link add} will change, at once. */
  async load(prefixes: readonly string[]): Promise<void> {
    await this.#entries.load(prefixes.map(countKey))
  }

  /** Adds `change` to the number of entries under a prefix. */
  async add(prefix: string, change: number): Promise<void> {
    const [before = 0] = await this.read([prefix])
    this.set(prefix, before + change)
  }

  /** Sets the number of entries under a prefix, when all of them are stored at once. */
  set(prefix: string, count: number): void {
    this.#entries.set(countKey(prefix), count || undefined)
  }
}

/** The key of the number of entries under a prefix. Until November 2026, PostgreSQL had up to 16 parts of it, which ended with 0 to 15. */
export function countKey(prefix: string): string {
  return `${COUNTS}${prefix}0`
}

/** The prefix that the number at `key` belongs to; `undefined` for any other key. */
export function countedPrefix(key: string): string | undefined {
  return key.startsWith(COUNTS) ? key.slice(COUNTS.length, key.lastIndexOf('/') + 1) : undefined
}
