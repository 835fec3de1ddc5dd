import { EventEmitter, once } from 'node:events'
import type { Changes } from '../src/contract/changes.ts'

/** Clients that missed more changes than this read everything again. */
const MAX_KEPT = 1_000

/**
 * The latest changes, in order. A cursor names a place in it: `<run>-<number of changes before it>`. A cursor of
 * another process, or of an earlier run, is unknown here.
 */
export class ChangeLog {
  readonly #run = crypto.randomUUID().slice(0, 8)
  #kept: Changes[] = []
  #count = 0
  readonly #published = new EventEmitter().setMaxListeners(0)

  /** Adds the changes of a committed write, of this process or another one. */
  publish = (changes: Changes): void => {
    this.#kept.push(changes)
    this.#count += 1
    if (this.#kept.length > 2 * MAX_KEPT) this.#kept = this.#kept.slice(-MAX_KEPT)
    this.#published.emit('change')
  }

  /** The place after the last change. */
  get cursor(): string {
    return this.#cursorAt(this.#count)
  }

  /** The changes after `cursor`, each with the place after it; `undefined` if `cursor` is unknown or too old. */
  since(cursor: string): { cursor: string; changes: Changes }[] | undefined {
    const [run, text] = cursor.split('-')
    const start = Number(text)
    const missed = this.#count - start
    const isKnown = missed >= 0 && missed <= this.#kept.length
    // Also in its spelling: it is written into the stream.
    if (run !== this.#run || !isKnown || cursor !== this.#cursorAt(start)) return undefined
    const kept = this.#kept.slice(this.#kept.length - missed)
    return kept.map((changes, index) => ({ cursor: this.#cursorAt(start + index + 1), changes }))
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
