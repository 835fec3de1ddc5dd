import type { Change } from '../../src/contract/changes.ts'
import { isUuid, newUuid } from './ids.ts'
import {
  dataPrefixes,
  type EntryKind,
  entryKey,
  groupPrefix,
  indexKeys,
  rowKey,
  tableOf,
  uniqueKey,
} from './keys.ts'
import type { Store } from './store.ts'
import type { GroupField, TableName, Tables, UniqueField } from './tables.ts'
import { META, type Page, WriteBuffer } from './write-buffer.ts'

/**
 * The data that a handler sees during one request: tables of rows, over a {@link WriteBuffer} of entries. Reads
 * see the transaction's own writes. Nothing reaches the store before `commit`, so a transaction without one
 * changes nothing.
 */
export class Transaction {
  readonly #entries: WriteBuffer

  constructor(store: Store) {
    this.#entries = new WriteBuffer(store)
  }

  /** The row with this `_id` or `id`. */
  async get<Name extends TableName>(table: Name, id: string): Promise<Tables[Name] | undefined> {
    if (!isUuid(id)) return this.find(table, 'id', id)
    const [row] = await this.#entries.read([rowKey(table, id)])
    return row as Tables[Name] | undefined
  }

  /** Whether a row has this `_id` or `id`. Does not read the row, which may be large. */
  async has(table: TableName, id: string): Promise<boolean> {
    if (isUuid(id)) return (await this.#entries.count(rowKey(table, id))) > 0
    return (await this.#entries.read([uniqueKey(table, 'id', id)]))[0] !== undefined
  }

  /** The rows with these `_id`s, in their order, without those that do not exist. */
  async getMany<Name extends TableName>(
    table: Name,
    ids: readonly string[],
  ): Promise<Tables[Name][]> {
    const rows = await this.#entries.read(ids.map((id) => rowKey(table, id)))
    return rows.filter((row) => row !== undefined) as Tables[Name][]
  }

  /** The row with this value of a unique field. */
  async find<Name extends TableName>(
    table: Name,
    field: UniqueField<Name>,
    value: string,
  ): Promise<Tables[Name] | undefined> {
    const [id] = await this.#entries.read([uniqueKey(table, field, value)])
    return typeof id === 'string' ? this.get(table, id) : undefined
  }

  /** All rows or a page of them, newest first. */
  async list<Name extends TableName>(table: Name, page?: Page): Promise<Tables[Name][]> {
    return (await this.#entries.scan(`${table}/`, page)) as Tables[Name][]
  }

  /** The rows of a group, such as the comments of one post, or a page of them, newest first. */
  async listBy<Name extends TableName>(
    table: Name,
    field: GroupField<Name>,
    value: string,
    page?: Page,
  ): Promise<Tables[Name][]> {
    const ids = (await this.#entries.scan(groupPrefix(table, field, value), page)) as string[]
    const rows = await this.getMany(table, ids)
    if (page?.limit === undefined || rows.length === ids.length) return rows
    // Some rows may be incomplete: read others to fill the page.
    return (await this.listBy(table, field, value, { before: page.before })).slice(0, page.limit)
  }

  /** Stores a new row with new ids, which sorts first in lists. */
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

  /** Stores a row, replacing the one with its `_id`, if any. */
  async put<Name extends TableName>(table: Name, row: Tables[Name]): Promise<void> {
    const old = await this.get(table, row._id)
    const before = new Set(old && indexKeys(table, old))
    const after = new Set(indexKeys(table, row))
    for (const key of before.difference(after)) this.#entries.set(key, undefined)
    for (const key of after.difference(before)) this.#entries.set(key, row._id)
    this.#entries.set(rowKey(table, row._id), row)
  }

  /**
   * Writes the index entries of every row of a table, for a migration that changes the indexes.
   * @param formerKeys the entries that a row no longer has
   */
  async reindex<Name extends TableName>(
    table: Name,
    formerKeys: (row: Tables[Name]) => string[],
  ): Promise<void> {
    for (const row of await this.list(table)) {
      for (const key of formerKeys(row)) this.#entries.set(key, undefined)
      for (const key of indexKeys(table, row)) this.#entries.set(key, row._id)
    }
  }

  async remove<Name extends TableName>(table: Name, row: Tables[Name]): Promise<void> {
    for (const indexKey of indexKeys(table, row)) this.#entries.set(indexKey, undefined)
    this.#entries.remove(rowKey(table, row._id), row)
  }

  /** Removes every row and every entry that belongs to rows. The values of {@link getMeta} stay. */
  clear(): void {
    this.#entries.clear(dataPrefixes)
  }

  /** Removes every value of {@link getMeta} whose name starts with `prefix`. */
  clearMeta(prefix: string): void {
    this.#entries.clear([META + prefix])
  }

  /** The number of rows of a table. */
  async count(table: TableName): Promise<number> {
    return this.#entries.count(`${table}/`)
  }

  /** A value outside the tables: the schema version, the token key, the counters. */
  async getMeta(name: string): Promise<unknown> {
    return (await this.#entries.read([META + name]))[0]
  }

  putMeta(name: string, value: unknown): void {
    this.#entries.set(META + name, value)
  }

  /** An entry that is not a row. A `value` of `undefined` removes it. */
  async getEntry(kind: EntryKind, id: string): Promise<unknown> {
    return (await this.#entries.read([entryKey(kind, id)]))[0]
  }

  putEntry(kind: EntryKind, id: string, value: unknown): void {
    this.#entries.set(entryKey(kind, id), value)
  }

  /** A page of the entries of a kind, each with its `_id`. */
  async listEntries(kind: EntryKind, page: Page): Promise<unknown[]> {
    return this.#entries.scan(`${kind}/`, page)
  }

  /**
   * Writes all changes, or none.
   * @throws the errors of `Store.write`
   */
  async commit(): Promise<void> {
    return this.#entries.commit()
  }

  /** The rows that were put and removed, except pictures; `undefined` after all were cleared. */
  get changed(): Change[] | undefined {
    return this.#entries.written?.flatMap(({ key, value, old }) => {
      const table = tableOf(key)
      const either = (value ?? old) as { _id: string; postId?: string } | undefined
      if (!table || table === 'uploads' || !either) return []
      const { _id, postId } = either
      const kind = value === undefined ? 'removed' : old === undefined ? 'added' : 'changed'
      return [{ table, kind, _id, postId }]
    })
  }
}
