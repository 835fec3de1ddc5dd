import { EventEmitter, once } from 'node:events'
import type { Changes } from '../src/contract/changes.ts'

/** Clients that missed more changes than this read everything again. */
const MAX_KEPT = 1_000

/** `owner`: the `_id` of the only user who learns of it. Such a change has the cursor of the one before. */
type Kept = { changes: Changes; count: number; owner?: string }

/**
 * The latest changes, in order. A cursor names a place in it: `<run>-<number of changes before it>`, those of one user not
 * counted. A cursor of another process, or of an earlier run, is unknown here.
 */
export class ChangeLog {
  readonly #run = crypto.randomUUID().slice(0, 8)
  #kept: Kept[] = []
  #dropped = 0
  #count = 0
  readonly #published = new EventEmitter().setMaxListeners(0)

  /** Adds the changes of a committed write, of this process or another one. */
  publish = ({ by, changes }: Changes): void => {
    const open = changes?.filter(({ isOwn }) => !isOwn)
    if (open?.length !== 0)
      this.#kept.push({ changes: { by, changes: open }, count: ++this.#count })
    for (const change of changes ?? []) {
      const own = { changes: { by, changes: [change] }, count: this.#count, owner: change._id }
      if (change.isOwn) this.#kept.push(own)
    }
    if (this.#kept.length > 2 * MAX_KEPT) this.#dropped += this.#kept.splice(0, MAX_KEPT).length
    this.#published.emit('change')
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
    const last = this.#kept.findLastIndex(({ count, owner }) => !owner && count <= start)
    const isKnown = last >= 0 || this.#dropped === 0
    return isKnown ? this.#dropped + last + 1 : undefined
  }

  /** The place after all changes. */
  get end(): number {
    return this.#dropped + this.#kept.length
  }

  /** The changes after a place, each with the cursor after it; `undefined` if there were too many. */
  from(place: number): { cursor: string; changes: Changes; owner?: string }[] | undefined {
    if (place < this.#dropped) return undefined
    const missed = this.#kept.slice(place - this.#dropped)
    return missed.map(({ count, ...kept }) => ({ ...kept, cursor: this.#cursorAt(count) }))
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
