import { EventEmitter, once } from 'node:events'
import type { Change, Changes } from '../src/contract/changes.ts'

/** Clients that missed more changes than this read everything again. */
const MAX_KEPT = 1_000

/** `at` is its number among all changes, `count` the number of those for everybody up to it, which its cursor names. */
type Kept = { changes: Changes; at: number; count: number }

/**
 * The latest changes, in order. A cursor names a place in it: `<run>-<number of changes before it>`, those of one user not
 * counted. A cursor of another process, or of an earlier run, is unknown here.
 */
export class ChangeLog {
  readonly #run = crypto.randomUUID().slice(0, 8)
  /** Those for everybody. Apart from the others, or how long a cursor is known would show whether there are any. */
  #kept: Kept[] = []
  /** Those of which only one user learns, by their `_id`: the last of each table, because all of these are equal. */
  readonly #own = new Map<string, Map<Change['table'], Kept>>()
  /** The number of the last change that is not kept any more. */
  #dropped = 0
  #at = 0
  #count = 0
  readonly #published = new EventEmitter().setMaxListeners(0)

  /** Adds the changes of a committed write, of this process or another one. */
  publish = ({ by, changes }: Changes): void => {
    const open = changes?.filter(({ isOwn }) => !isOwn)
    if (open?.length !== 0) {
      this.#count += 1
      this.#kept.push(this.#next({ by, changes: open }))
    }
    for (const change of changes ?? []) if (change.isOwn) this.#keepOwn(change, by)
    if (this.#kept.length > 2 * MAX_KEPT) this.#drop()
    this.#published.emit('change')
  }

  #next(changes: Changes): Kept {
    this.#at += 1
    return { changes, at: this.#at, count: this.#count }
  }

  #keepOwn(change: Change, by: string): void {
    const { table, _id } = change
    const own = this.#own.get(_id) ?? new Map<Change['table'], Kept>()
    const last = own.get(table)
    // A tab skips what it has changed itself, which may not be all.
    const isOfOne = !last || last.changes.by === by
    own.set(table, this.#next({ by: isOfOne ? by : '', changes: [change] }))
    this.#own.set(_id, own)
  }

  #drop(): void {
    this.#dropped = this.#kept.splice(0, MAX_KEPT).at(-1)?.at ?? 0
    for (const [_id, own] of this.#own) {
      for (const [table, { at }] of own) if (at <= this.#dropped) own.delete(table)
      if (own.size === 0) this.#own.delete(_id)
    }
  }

  /** The place after the last change. */
  get cursor(): string {
    return this.#cursorAt(this.#count)
  }

  /** The place of a cursor, for {@link from}; `undefined` if it is unknown or too old. */
  find(cursor: string): number | undefined {
    const [run, text] = cursor.split('-')
    const start = Number(text)
    // Also in its spelling: it is written into the stream.
    if (run !== this.#run || cursor !== this.#cursorAt(start) || start > this.#count)
      return undefined
    const last = this.#kept.findLast(({ count }) => count <= start)
    return last?.at ?? (this.#dropped === 0 ? 0 : undefined)
  }

  /** The place after all changes. */
  get end(): number {
    return this.#at
  }

  /** The changes after a place of which a user learns, or a stranger, each with the cursor after it; `undefined` if there were too many. */
  from(place: number, userId?: string): { cursor: string; changes: Changes }[] | undefined {
    if (place < this.#dropped) return undefined
    const first = this.#kept.findLastIndex(({ at }) => at <= place) + 1
    const own = this.#own.get(userId ?? '')?.values() ?? []
    return [...this.#kept.slice(first), ...own]
      .filter(({ at }) => at > place)
      .sort((one, other) => one.at - other.at)
      .map(({ changes, count }) => ({ changes, cursor: this.#cursorAt(count) }))
  }

  /** Resolves at the next change, after `ms`, or when `signal` aborts. */
  async changed(ms: number, signal: AbortSignal): Promise<void> {
    const end = AbortSignal.any([signal, AbortSignal.timeout(ms)])
    await once(this.#published, 'change', { signal: end }).catch(() => undefined)
  }

  #cursorAt(count: number): string {
    return `${this.#run}-${count}`
  }
}
