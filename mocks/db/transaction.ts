import type { Change } from '../../src/contract/changes.ts'
import { isUuid, newUuid } from './ids.ts'
import { groupPrefix, indexKeys, keyIn, rowKey, tableOf, tablePrefixes, uniqueKey } from './keys.ts'
import type { GroupField, TableName, Tables, UniqueField } from './rows.ts'
import type { Store } from './store.ts'

/** A part of a list, newest first: at most `limit` rows, older than the row `before` (a `_id`). */
export type Page = { limit?: number; before?: string }

const META = 'meta/'

/**
 * All that a handler sees of the data, for the time of one request. Reads see the transaction's own
 * writes; nothing reaches the store before `commit`, and a transaction that is dropped changes nothing.
 */
export class Transaction {
  readonly #store: Store
  readonly #loaded = new Map<string, unknown>()
  readonly #changes = new Map<string, unknown>()
  #cleared = false

  constructor(store: Store) {
    this.#store = store
  }

  /** The row with this `_id` or `id`. */
  async get<Name extends TableName>(table: Name, id: string): Promise<Tables[Name] | undefined> {
    if (!isUuid(id)) return this.find(table, 'id', id)
    const [row] = await this.#read([rowKey(table, id)])
    return row as Tables[Name] | undefined
  }

  /** The rows with these `_id`s, in their order, without those that are gone. */
  async getMany<Name extends TableName>(
    table: Name,
    ids: readonly string[],
  ): Promise<Tables[Name][]> {
    const rows = await this.#read(ids.map((id) => rowKey(table, id)))
    return rows.filter((row) => row !== undefined) as Tables[Name][]
  }

  /** The row whose unique field has this value. */
  async find<Name extends TableName>(
    table: Name,
    field: UniqueField<Name>,
    value: string,
  ): Promise<Tables[Name] | undefined> {
    const [id] = await this.#read([uniqueKey(table, field, value)])
    return typeof id === 'string' ? this.get(table, id) : undefined
  }

  /** All rows or a page of them, newest first. */
  async list<Name extends TableName>(table: Name, page?: Page): Promise<Tables[Name][]> {
    return (await this.#scan(`${table}/`, page)) as Tables[Name][]
  }

  /** The rows of a group, such as the comments of one post, or a page of them, newest first. */
  async listBy<Name extends TableName>(
    table: Name,
    field: GroupField<Name>,
    value: string,
    page?: Page,
  ): Promise<Tables[Name][]> {
    const ids = await this.#scan(groupPrefix(table, field, value), page)
    return this.getMany(table, ids as string[])
  }

  /** Store a new row under ids of its own, before all others in a list. */
  async insert<Name extends TableName>(
    table: Name,
    fields: Omit<Tables[Name], '_id' | 'id'>,
  ): Promise<Tables[Name]> {
    const counted = Number((await this.getMeta(`sequence/${table}`)) ?? 0) + 1
    this.putMeta(`sequence/${table}`, counted)
    // Pictures are never listed, and too large to be read for their order.
    const [newest] = table === 'uploads' ? [] : await this.list(table, { limit: 1 })
    const _id = newUuid(Date.now(), newest?._id)
    const row = { ...fields, _id, id: String(counted) } as Tables[Name]
    await this.put(table, row)
    return row
  }

  /** Store a row in place of the one with its `_id`, if any. */
  async put<Name extends TableName>(table: Name, row: Tables[Name]): Promise<void> {
    const old = await this.get(table, row._id)
    const before = new Set(old && indexKeys(table, old))
    const after = new Set(indexKeys(table, row))
    for (const key of before.difference(after)) this.#changes.set(key, undefined)
    for (const key of after.difference(before)) this.#changes.set(key, row._id)
    this.#changes.set(rowKey(table, row._id), row)
  }

  async remove<Name extends TableName>(table: Name, row: Tables[Name]): Promise<void> {
    const key = rowKey(table, row._id)
    if (!this.#loaded.has(key)) this.#loaded.set(key, row)
    for (const indexKey of indexKeys(table, row)) this.#changes.set(indexKey, undefined)
    this.#changes.set(key, undefined)
  }

  /** Remove every row of every table. What stands outside the tables stays. */
  clear(): void {
    for (const known of [this.#loaded, this.#changes]) {
      for (const key of known.keys()) if (!key.startsWith(META)) known.delete(key)
    }
    this.#cleared = true
  }

  /** How many rows a table has. */
  async count(table: TableName): Promise<number> {
    const prefix = `${table}/`
    let count = this.#cleared ? 0 : await this.#store.count(prefix)
    for (const [key, row] of this.#changes) {
      if (!key.startsWith(prefix)) continue
      count += Number(row !== undefined) - Number(this.#loaded.get(key) !== undefined)
    }
    return count
  }

  /** A value outside the tables: the schema version, the token key, the counters. */
  async getMeta(name: string): Promise<unknown> {
    return (await this.#read([META + name]))[0]
  }

  putMeta(name: string, value: unknown): void {
    this.#changes.set(META + name, value)
  }

  /**
   * Write all that was put and removed, or nothing.
   * @throws what `Store.write` throws
   */
  async commit(): Promise<void> {
    const cleared = this.#cleared ? tablePrefixes : []
    if (this.#changes.size + cleared.length > 0) await this.#store.write(this.#changes, cleared)
  }

  /** The rows that were put and removed, pictures aside; `undefined` when all were cleared. */
  get changed(): Change[] | undefined {
    if (this.#cleared) return undefined
    return [...this.#changes].flatMap(([key, row]) => {
      const table = tableOf(key)
      const old = this.#loaded.get(key)
      const either = (row ?? old) as { _id: string; postId?: string } | undefined
      if (!table || table === 'uploads' || !either) return []
      const { _id, postId } = either
      const kind = row === undefined ? 'removed' : old === undefined ? 'added' : 'changed'
      return [{ table, kind, _id, postId }]
    })
  }

  async #read(keys: readonly string[]): Promise<unknown[]> {
    const missing = [...new Set(keys)].filter(
      (key) =>
        !(
          this.#changes.has(key) ||
          this.#loaded.has(key) ||
          (this.#cleared && !key.startsWith(META))
        ),
    )
    if (missing.length > 0) {
      const values = await this.#store.read(missing)
      for (const [index, key] of missing.entries()) this.#loaded.set(key, values[index])
    }
    return keys.map((key) =>
      this.#changes.has(key) ? this.#changes.get(key) : this.#loaded.get(key),
    )
  }

  async #scan(prefix: string, { limit, before }: Page = {}): Promise<unknown[]> {
    const after = before === undefined ? prefix : keyIn(prefix, before)
    const changed = [...this.#changes].filter(([key]) => key.startsWith(prefix) && key > after)
    // As many more as may turn out to be removed.
    const enough = limit === undefined ? undefined : limit + changed.length
    const stored = this.#cleared ? [] : await this.#store.scan(prefix, { after, limit: enough })
    if (changed.length === 0) return stored
    const merged = new Map(stored.map((value) => [keyIn(prefix, idOf(value)), value]))
    for (const [key, value] of changed) merged.set(key, value)
    return [...merged]
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([, value]) => value)
  }
}

/** A scan of a table gives rows, a scan of a group gives their ids. */
function idOf(value: unknown): string {
  return typeof value === 'string' ? value : (value as { _id: string })._id
}
