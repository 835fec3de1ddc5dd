import { type Counts, countKey } from './counts.ts'
import {
  isLink,
  type Link,
  type Linked,
  type LinkKind,
  LinkLists,
  type ListName,
  type Lists,
  linkGroup,
  linkKey,
  linkPrefix,
  lists,
  newLink,
  nthLink,
  orderKey,
  orderPrefix,
  type Side,
  sides,
} from './links.ts'
import type { WriteBuffer } from './write-buffer.ts'

/** The lists of rows in a transaction: likes, votes, bookmarks and follows. */
export class RowLinks {
  readonly #entries: WriteBuffer
  readonly #counts: Counts
  readonly #moment: () => string
  readonly #onChange: (table: keyof Lists, row: Linked, isOwn?: true) => void

  /**
   * @param moment the moment of a new link
   * @param onChange called with each row whose list changes
   */
  constructor(
    entries: WriteBuffer,
    counts: Counts,
    moment: () => string,
    onChange: (table: keyof Lists, row: Linked, isOwn?: true) => void,
  ) {
    this.#entries = entries
    this.#counts = counts
    this.#moment = moment
    this.#onChange = onChange
  }

  /** Whether a list of `from` contains `to`. */
  async has(list: ListName, from: Linked, to: Linked): Promise<boolean> {
    return (await this.contained(list, from, [to._id])).length > 0
  }

  /** Whether a list of each of these rows contains `to`. */
  async hasEach(list: ListName, rows: readonly Linked[], to: Linked): Promise<boolean[]> {
    return (await this.containedEach(list, rows, [to._id])).map(({ length }) => length > 0)
  }

  /** Those of `ids` that a list of `from` contains. */
  async contained(list: ListName, from: Linked, ids: readonly string[]): Promise<string[]> {
    return (await this.containedEach(list, [from], ids))[0] ?? []
  }

  /** Those of `ids` that a list of each of these rows contains. */
  async containedEach(
    list: ListName,
    rows: readonly Linked[],
    ids: readonly string[],
  ): Promise<string[][]> {
    const keys = rows.flatMap((from) => ids.map((id) => linkKey(list, from, id)))
    const links = (await this.#entries.read(keys)).values()
    return rows.map(() => ids.filter(() => links.next().value !== undefined))
  }

  /** Reads what {@link add} and {@link remove} change together with the next other value, so that it takes no time of its own. */
  readAlong(list: ListName, from: Linked, to: Linked): void {
    for (const side of sides(list, from, to)) {
      this.#entries.readAlong(linkKey(side.list, side.from, side.to._id))
      if (lists[side.list].isCounted)
        this.#entries.readAlong(countKey(linkPrefix(side.list, side.from)))
    }
  }

  /** Adds `to` to the end of a list of `from`, and `from` to the mirror of the list. */
  async add(list: ListName, from: Linked, to: Linked): Promise<void> {
    for (const side of await this.#read(sides(list, from, to))) {
      await this.#setLink(side, newLink(side.list, side.from, side.to._id, this.#moment()))
    }
  }

  /** Removes `to` from a list of `from`, and `from` from the mirror of the list. */
  async remove(list: ListName, from: Linked, to: Linked): Promise<void> {
    for (const side of await this.#read(sides(list, from, to))) await this.#setLink(side, undefined)
  }

  /** Removes everything from these lists of `from`, and `from` from their mirrors. */
  async removeAll(names: readonly ListName[], from: Linked): Promise<void> {
    for (const list of names) {
      const ids = await this.list(list, from)
      await this.#read(ids.flatMap((_id) => sides(list, from, { _id })))
      for (const _id of ids) await this.remove(list, from, { _id })
    }
  }

  /** Stores a whole list of `from`, oldest first, but not its mirror: each side of stored data has its own order. */
  putAll(list: ListName, from: Linked, ids: readonly string[]): void {
    const { isCounted, isOrdered } = lists[list]
    for (const [n, to] of ids.entries()) {
      const link = nthLink(n, list, from, to)
      this.#entries.set(linkKey(list, from, to), link)
      if (isOrdered) this.#entries.set(orderKey(from, link), to)
    }
    if (isCounted && ids.length > 0) this.#counts.set(linkPrefix(list, from), ids.length)
  }

  /** Stores the counts and the order of a list of these rows, for a migration. */
  async recount(list: ListName, rows: readonly Linked[]): Promise<void> {
    const { isCounted, isOrdered } = lists[list]
    const links = await this.#entries.scanLinks(rows.map((row) => linkPrefix(list, row)))
    const byRow = Map.groupBy(links, ([, , from]) => from)
    for (const row of rows) {
      const own = byRow.get(row._id) ?? []
      if (isOrdered) for (const link of own) this.#entries.set(orderKey(row, link), link[3])
      if (isCounted) this.#counts.set(linkPrefix(list, row), own.length)
    }
  }

  /** The list of a row, oldest first. */
  async list(list: ListName, from: Linked): Promise<string[]> {
    return (await this.readLists([list], [from])).of(list, from._id)
  }

  /** The lengths of a counted list of each of these rows. */
  async count(list: ListName, rows: readonly Linked[]): Promise<number[]> {
    return this.#counts.read(rows.map((row) => linkPrefix(list, row)))
  }

  /**
   * A page of a list: an ordered one newest first, any other in the order of the `_id`s.
   * @param after the cursor of the page before
   */
  async page(list: ListName, from: Linked, { after, limit }: LinkPage): Promise<LinkedPage> {
    const isOrdered = lists[list].isOrdered ?? false
    const prefix = isOrdered ? orderPrefix(list, from) : linkPrefix(list, from)
    const range = {
      after: after === undefined ? undefined : prefix + after,
      limit: limit && limit + 1,
    }
    const found = await this.#entries.scanStored(prefix, range)
    const ids = found.map((value) => (isLink(value) ? value[3] : String(value)))
    const shown = ids.slice(0, limit)
    const last = shown.at(-1)
    if (limit === undefined || ids.length <= limit || last === undefined) return { ids: shown }
    if (!isOrdered) return { ids: shown, next: last }
    const [link] = await this.#entries.readStored([linkKey(list, from, last)])
    return {
      ids: shown,
      next: isLink(link) ? orderKey(from, link).slice(prefix.length) : undefined,
    }
  }

  /**
   * The lists of a kind that belong to these users, or to these posts and their comments; all lists of the kind
   * without `ids`.
   */
  async read(kind: LinkKind, ids?: readonly string[]): Promise<LinkLists> {
    const prefixes = ids?.map((id) => linkGroup(kind, id)) ?? [`${kind}/`]
    return new LinkLists(await this.#entries.scanLinks(prefixes))
  }

  /** These lists of these rows. */
  async readLists(names: readonly ListName[], rows: readonly Linked[]): Promise<LinkLists> {
    const prefixes = rows.flatMap((row) => names.map((name) => linkPrefix(name, row)))
    return new LinkLists(await this.#entries.scanLinks(prefixes))
  }

  /** Reads the links of these sides at once. */
  async #read(all: readonly Side[]): Promise<readonly Side[]> {
    await this.#entries.load(all.map(({ list, from, to }) => linkKey(list, from, to._id)))
    return all
  }

  async #setLink({ list, from, to }: Side, link: Link | undefined): Promise<void> {
    const key = linkKey(list, from, to._id)
    const [old] = await this.#entries.read([key])
    this.#entries.set(key, link)
    const { table, isCounted, isOrdered, isOwn } = lists[list]
    if (isOrdered && isLink(old)) this.#entries.set(orderKey(from, old), undefined)
    if (isOrdered && link) this.#entries.set(orderKey(from, link), to._id)
    const change = Number(link !== undefined) - Number(old !== undefined)
    if (isCounted && change) await this.#counts.add(linkPrefix(list, from), change)
    this.#onChange(table, from, isOwn)
  }
}

/** A part of a list: at most `limit` of its `_id`s. */
export type LinkPage = { after?: string; limit?: number }
/** @property next the cursor of the next page, if there is one */
export type LinkedPage = { ids: string[]; next?: string }
