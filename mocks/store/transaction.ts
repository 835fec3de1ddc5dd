import type { Change, Changes } from '../../src/contract/changes.ts'
import {
  type Clock,
  type ClockSettings,
  DEVICE,
  type Place,
  settableClock,
  systemClock,
} from './clock.ts'
import { Counts } from './counts.ts'
import { isUuid, momentOf, nextMoment } from './ids.ts'
import {
  dataPrefixes,
  type EntryKind,
  entryKey,
  groupPrefix,
  indexKeys,
  rowKey,
  uniqueKey,
} from './keys.ts'
import type { Linked } from './links.ts'
import { type NamedWrite, nameWrite } from './named-write.ts'
import { RowLinks } from './row-links.ts'
import type { Entries } from './store.ts'
import {
  type GroupField,
  indexes,
  type TableName,
  type Tables,
  type UniqueField,
} from './tables.ts'
import { META, type Page, WriteBuffer } from './write-buffer.ts'

/**
 * The data that a handler sees during one request: tables of rows, over a {@link WriteBuffer} of entries. Reads
 * see the transaction's own writes. Nothing reaches the store before `commit`, so a transaction without one
 * changes nothing.
 */
export class Transaction {
  readonly #entries: WriteBuffer
  /** The rows that were put, removed or linked, by key. */
  readonly #touched = new Map<string, { table: TableName; row: Linked }>()
  /** The changes that are published with the commit to other processes. */
  published: Changes | undefined
  /** The entry of the commit in the log of the store. */
  logged: object | undefined

  /** The time, and the ids of new rows. */
  clock: Clock
  readonly place: Place
  #write: NamedWrite
  readonly links: RowLinks
  /** The numbers of rows in groups and lists. */
  readonly counts: Counts
  /** The changes of which only one user learns. */
  readonly #own = new Map<string, Change>()

  constructor(store: Entries, place: Place = DEVICE) {
    this.place = place
    this.clock = systemClock(place)
    this.#write = { now: place.now() }
    this.#entries = new WriteBuffer(store)
    this.counts = new Counts(this.#entries)
    this.links = new RowLinks(
      this.#entries,
      this.counts,
      () => this.#moment(),
      (table, row, isOwn) => (isOwn ? this.touchOwn(table, row._id) : this.#touch(table, row)),
    )
  }

  /** The moment of a new link. A write that may have been made long ago orders its links by its name. */
  #moment(): string {
    const { name } = this.#write
    return name && this.origin !== 'own' ? momentOf(name) : this.clock.moment()
  }

  /** Makes {@link clock} follow the settings, if they set it. @param isWrite whether the transaction will be committed */
  async setClock({ now, idSeed }: ClockSettings, isWrite: boolean): Promise<void> {
    if (now === undefined && idSeed === undefined) this.clock = systemClock(this.place)
    else {
      const write = isWrite ? await this.#entries.increment(META + WRITES) : 0
      this.clock = settableClock({ now, idSeed }, write, this.place)
    }
  }

  /**
   * Begins a write. Everything that it creates gets its ids and times from its name, so that every back end that
   * runs the same write creates the same rows.
   * @param key the idempotency key; it names the write when it is a UUIDv7 that is not in the future. Not where the
   *   clock is set, because pages make keys at random, except at a club: devices have created the row already.
   */
  beginWrite(key?: string): void {
    const mayName = !this.clock.isSet || this.origin !== 'own'
    this.#write = nameWrite(mayName ? key : undefined, this.clock.now(), this.origin)
  }

  get origin(): Place['origin'] {
    return this.place.origin
  }

  /** The name of the current write, if its key is one. */
  get name(): string | undefined {
    return this.#write.name
  }

  /** The time of the current write, in ms since 1970. */
  get now(): number {
    return this.#write.now
  }

  /** The entries below the tables, for code that copies them to another store. */
  get entries(): WriteBuffer {
    return this.#entries
  }

  /** The row with this `_id` or `id`. */
  async get<Name extends TableName>(table: Name, id: string): Promise<Tables[Name] | undefined> {
    if (!isUuid(id)) return this.find(table, 'id', id)
    const [row] = await this.#entries.read([rowKey(table, id)])
    return row as Tables[Name] | undefined
  }

  /** Whether a row has this `_id` or `id`. Does not read the row, which may be large. */
  async has(table: TableName, id: string): Promise<boolean> {
    if (isUuid(id)) return (await this.#count(rowKey(table, id))) > 0
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
    return (await this.#scan(`${table}/`, page)) as Tables[Name][]
  }

  /** The rows of a group, such as the comments of one post, or a page of them, newest first. */
  async listBy<Name extends TableName>(
    table: Name,
    field: GroupField<Name>,
    value: string,
    page?: Page,
  ): Promise<Tables[Name][]> {
    const ids = (await this.#scan(groupPrefix(table, field, value), page)) as string[]
    const rows = await this.getMany(table, ids)
    if (page?.limit === undefined || rows.length === ids.length) return rows
    // Some rows may be incomplete: read others to fill the page.
    return (await this.listBy(table, field, value, { before: page.before })).slice(0, page.limit)
  }

  /** The rows of several groups, each newest first. */
  async listByEach<Name extends TableName>(
    table: Name,
    field: GroupField<Name>,
    values: readonly string[],
    page?: Page,
  ): Promise<Tables[Name][][]> {
    const prefixes = values.map((value) => groupPrefix(table, field, value))
    const ids = (await this.#entries.scan(prefixes, page)) as string[][]
    const rows = await this.getMany(table, ids.flat())
    const byId = new Map(rows.map((row) => [row._id, row]))
    return ids.map((group) => group.flatMap((id) => byId.get(id) ?? []))
  }

  /** The rows of several groups in one list or a page of it, newest first. Reads only the rows that it returns. */
  async listByAny<Name extends TableName>(
    table: Name,
    field: GroupField<Name>,
    values: readonly string[],
    page: Page,
  ): Promise<Tables[Name][]> {
    const prefixes = values.map((value) => groupPrefix(table, field, value))
    const ids = ((await this.#entries.scan(prefixes, page)) as string[][]).flat()
    const newest = [...new Set(ids)].sort().reverse()
    const { limit = newest.length } = page
    const rows: Tables[Name][] = []
    // Again when some rows are incomplete, and so do not fill the page.
    while (newest.length > 0 && rows.length < limit) {
      rows.push(...(await this.getMany(table, newest.splice(0, limit - rows.length))))
    }
    return rows
  }

  /** Stores a new row with new ids, which sorts first in lists. */
  async insert<Name extends TableName>(
    table: Name,
    fields: Omit<Tables[Name], '_id' | 'id'>,
  ): Promise<Tables[Name]> {
    // Pictures are never listed, and too large to be read for their order.
    const unordered = this.origin !== 'own' || table === 'uploads'
    const [newest] = unordered ? [] : await this.list(table, { limit: 1 })
    const name = await this.#freeName(table, newest)
    // The names of devices are not those of this clock, and rows without a name come on top of them.
    if (name && this.origin === 'late') nextMoment(Date.now(), momentOf(name))
    const _id = name ?? this.clock.newUuid(newest?._id)
    const id =
      this.origin === 'copy'
        ? _id
        : String(await this.#entries.increment(`${META}sequence/${table}`))
    const row = { ...fields, _id, id } as Tables[Name]
    this.add(table, row)
    await this.counts.addRow(table, row, 1)
    return row
  }

  /** The name of the write, unless it is older than `newest` or names a row, of this table or another. */
  async #freeName(table: TableName, newest?: { _id: string }): Promise<string | undefined> {
    const { name } = this.#write
    if (name === undefined || name <= (newest?._id ?? '')) return undefined
    // Others can know the ids of rows. On a device, nobody else writes.
    const tables = this.origin === 'own' ? [table] : (Object.keys(indexes) as TableName[])
    const taken = await this.#entries.count(tables.map((one) => rowKey(one, name)))
    return taken.some((count) => count > 0) ? undefined : name
  }

  /** Stores a row with an `_id` that no row has. Unlike {@link put} and {@link insert}, it reads and counts nothing. */
  add<Name extends TableName>(table: Name, row: Tables[Name]): void {
    for (const key of indexKeys(table, row)) this.#entries.set(key, row._id)
    this.#set(table, row)
  }

  /** Stores a row, replacing the one with its `_id`, if any. */
  async put<Name extends TableName>(table: Name, row: Tables[Name]): Promise<void> {
    const old = await this.get(table, row._id)
    const before = new Set(old && indexKeys(table, old))
    const after = new Set(indexKeys(table, row))
    for (const key of before.difference(after)) this.#entries.set(key, undefined)
    for (const key of after.difference(before)) this.#entries.set(key, row._id)
    this.#set(table, row)
  }

  #set<Name extends TableName>(table: Name, row: Tables[Name]): void {
    const key = rowKey(table, row._id)
    this.#entries.set(key, row)
    this.#touched.set(key, { table, row })
  }

  async remove<Name extends TableName>(table: Name, row: Tables[Name]): Promise<void> {
    for (const indexKey of indexKeys(table, row)) this.#entries.set(indexKey, undefined)
    this.#entries.remove(rowKey(table, row._id), row)
    await this.counts.addRow(table, row, -1)
    this.#touch(table, row)
  }

  #touch(table: TableName, row: Linked): void {
    this.#touched.set(rowKey(table, row._id), { table, row })
  }

  /** Notes a change of which only this user learns. */
  touchOwn(table: Change['table'], _id: string): void {
    this.#own.set(table + _id, { table, kind: 'changed', _id, isOwn: true })
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
    return this.#count(`${table}/`)
  }

  /**
   * Lets other requests run, writers too, in the middle of a long read: the rows that were read before can be older than
   * those read afterwards. Does nothing on a device.
   */
  async pause(): Promise<void> {
    await this.#entries.pause()
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
    return this.#scan(`${kind}/`, page)
  }

  async #scan(prefix: string, page?: Page): Promise<unknown[]> {
    const [found = []] = await this.#entries.scan([prefix], page)
    return found
  }

  async #count(prefix: string): Promise<number> {
    const [count = 0] = await this.#entries.count([prefix])
    return count
  }

  /**
   * Writes all changes, or none.
   * @throws the errors of `Entries.write`
   */
  async commit(): Promise<void> {
    return this.#entries.commit(this.published, this.logged)
  }

  /**
   * The rows that were put, removed and linked, except pictures, and the users whose notifications changed; `undefined`
   * after all were cleared.
   */
  get changed(): Change[] | undefined {
    const { written } = this.#entries
    if (!written) return undefined
    const entries = new Map(written.map((entry) => [entry.key, entry]))
    const rows = [...this.#touched].flatMap<Change>(
      ([
        key,
        {
          table,
          row: { _id, postId },
        },
      ]) => {
        const { value, old } = entries.get(key) ?? { value: true, old: true }
        if (table === 'uploads' || (value ?? old) === undefined) return []
        const kind = value === undefined ? 'removed' : old === undefined ? 'added' : 'changed'
        return [{ table, kind, _id, postId }]
      },
    )
    return [...rows, ...this.#own.values()]
  }
}

/** The number of writes since the data were last replaced, counted while the clock is set. */
export const WRITES = 'sequence/writes'
