import { randomBytes } from 'node:crypto'
import { appendFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/** More than SQLite's log has between two checkpoints: 4 MB, and a picture of 10 MB. */
const BYTES = 16_000_000

/**
 * A file beside the data whose only purpose is to take room (`club.db-reserve`): on a full disk it is removed while something is
 * deleted, or written to where something was deleted. SQLite adds each change, a deletion too, to its log (`-wal`), which begins again
 * only when all of it has been moved to the data file. That one may have to grow then.
 */
export class Reserve {
  readonly #database: DatabaseSync
  readonly #data: string
  readonly #file: string
  #isWhole = false

  constructor(database: DatabaseSync, data: string) {
    this.#database = database
    this.#data = data
    this.#file = `${data}-reserve`
  }

  /** Leaves its room to the next write. */
  give(): void {
    rmSync(this.#file, { force: true })
    this.#isWhole = false
  }

  /** Takes its room after a commit, if it has not got all of it. */
  renew(): void {
    if (!this.#isWhole) this.makeRoom()
  }

  /** Moves SQLite's log to the data file, and then takes its room. */
  makeRoom(): void {
    try {
      this.#isWhole = false
      const { bavail, bsize } = statfsSync(dirname(this.#data))
      const lacking = this.#growth - bavail * bsize
      if (lacking <= this.#size) {
        if (lacking > 0) this.give()
        this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      }
      // Random, because a file system may compress it.
      appendFileSync(this.#file, randomBytes(BYTES - this.#size), { mode: 0o600 })
      this.#isWhole = true
    } catch {
      // What fits stays.
    }
  }

  /** Whether so many bytes fit into what was removed from the data file, so that only the log needs the room of the reserve, for a moment. */
  fits(bytes: number): boolean {
    return 2 * bytes + 100_000 < this.#read('freelist_count')
  }

  get #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0
  }

  /** By how many bytes the data file will grow. */
  get #growth(): number {
    return this.#read('page_count') - statSync(this.#data).size
  }

  /** @param count the name of a number of pages @returns their bytes */
  #read(count: string): number {
    const sql = `SELECT ${count} * page_size AS bytes FROM pragma_${count}, pragma_page_size`
    return Number(this.#database.prepare(sql).get()?.bytes)
  }
}
