import { momentOf } from './ids.ts'
import {
  type Link,
  type Linked,
  type LinkKind,
  LinkLists,
  type ListName,
  linkGroup,
  linkKey,
  linkPrefix,
  lists,
  newLink,
  type Side,
  sides,
} from './links.ts'
import type { NamedWrite } from './named-write.ts'
import type { TableName } from './tables.ts'
import type { WriteBuffer } from './write-buffer.ts'

/** The lists of rows in a transaction: likes, votes, bookmarks and follows. */
export class RowLinks {
  readonly #entries: WriteBuffer
  readonly #write: () => NamedWrite
  readonly #moment: () => string
  readonly #onChange: (table: TableName, row: Linked) => void

  /**
   * @param write the current write, whose time orders a list
   * @param moment the moment of a new link
   * @param onChange called with each row whose list changes
   */
  constructor(
    entries: WriteBuffer,
    write: () => NamedWrite,
    moment: () => string,
    onChange: (table: TableName, row: Linked) => void,
  ) {
    this.#entries = entries
    this.#write = write
    this.#moment = moment
    this.#onChange = onChange
  }

  /** Whether a list of `from` contains `to`. */
  async has(list: ListName, from: Linked, to: Linked): Promise<boolean> {
    return (await this.contained(list, from, [to._id])).length > 0
  }

  /** Those of `ids` that a list of `from` contains. */
  async contained(list: ListName, from: Linked, ids: readonly string[]): Promise<string[]> {
    const links = await this.#entries.read(ids.map((id) => linkKey(list, from, id)))
    return ids.filter((_, index) => links[index] !== undefined)
  }

  /** Adds `to` to the end of a list of `from`, and `from` to the mirror of the list. */
  add(list: ListName, from: Linked, to: Linked): void {
    const { name, late } = this.#write()
    const at = () => (name && late ? momentOf(name) : this.#moment())
    for (const side of sides(list, from, to)) {
      this.#setLink(side, newLink(side.list, side.from, side.to._id, at()))
    }
  }

  /** Removes `to` from a list of `from`, and `from` from the mirror of the list. */
  remove(list: ListName, from: Linked, to: Linked): void {
    for (const side of sides(list, from, to)) this.#setLink(side, undefined)
  }

  /** Removes everything from these lists of `from`, and `from` from their mirrors. */
  async removeAll(names: readonly ListName[], from: Linked): Promise<void> {
    for (const list of names) {
      for (const _id of await this.list(list, from)) this.remove(list, from, { _id })
    }
  }

  /** Adds a link as it is, and not to the mirror: each side of stored data has its own order. */
  put(from: Linked, link: Link): void {
    const [, list, , to] = link
    this.#entries.set(linkKey(list, from, to), link)
  }

  /** The list of a row, oldest first. */
  async list(list: ListName, from: Linked): Promise<string[]> {
    return (await this.readLists([list], [from])).of(list, from._id)
  }

  /** The lengths of a list of each of these rows. */
  async count(list: ListName, rows: readonly Linked[]): Promise<number[]> {
    return this.#entries.count(rows.map((row) => linkPrefix(list, row)))
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

  #setLink({ list, from, to }: Side, link: Link | undefined): void {
    this.#entries.set(linkKey(list, from, to._id), link)
    this.#onChange(lists[list].table, from)
  }
}
