import { ApiError } from '../../mocks/api-error.ts'
import { yieldToLoop } from '../../mocks/slices.ts'
import { logRows } from '../../mocks/store/log.ts'
import type { Entries } from '../../mocks/store/store.ts'
import { apiErrors, serverErrors } from '../../src/contract/errors.ts'
import { errorOf, outcomeOf, raise } from './outcome.ts'
import { CHANNEL, type Commits, keysOf, TRIM } from './pg-commits.ts'
import { codeOf, isApiError, LONG, PATIENCE, type PgPool } from './pg-pool.ts'
import type { Reading } from './pg-reading.ts'
import { Missed, type PgReads } from './pg-reads.ts'
import { CLEAR, clearValues, JOIN_PARTS, PgChanges, STORE } from './pg-rows.ts'
import { WriteOverlay } from './write-overlay.ts'

/** Serialization failure, deadlock and lock timeout: the same transaction may succeed when it is repeated. */
const CONFLICTS = ['40001', '40P01', '55P03']
/** How often a transaction that runs alone is repeated. Only processes of an earlier version can disturb it, until a migration stops them. */
const TRIES = 8
const MIGRATION_TRIES = 40
/** How long a write may take: longer than what it waits for, whose errors say more. */
const WRITER_PATIENCE = PATIENCE + 2_000
/** Writers that share a commit. */
const MAX_GROUP = 50
/** After these a write waits for each row that is not in memory. */
const RUNS_IN_MEMORY = 3
/** Between two removals of old commits. */
const TRIM_EVERY = 1_000

const LOCK = `SET LOCAL lock_timeout = '10s'; LOCK TABLE commits IN SHARE ROW EXCLUSIVE MODE`
const LOCKED = `BEGIN; ${LOCK}`
/** The lock comes before the snapshot, so that nothing can be committed after it. */
const ALONE = `BEGIN ISOLATION LEVEL SERIALIZABLE; ${LOCK}`

/** Stores rows as the next commit, if the last one has the number in $6. */
const COMMIT = `WITH moved AS (
    INSERT INTO commits (n, id, keys, published) SELECT $6::bigint + 1, $7::uuid, $8::bytea[], $10::json
    WHERE $6::bigint = (SELECT coalesce(max(n), 0) FROM commits WHERE n >= $6::bigint) ON CONFLICT DO NOTHING RETURNING n), ${STORE}
  SELECT n, CASE WHEN $9 THEN pg_notify(${CHANNEL}, $7::text) END FROM moved`

type Writer = {
  work: (entries: Entries) => Promise<unknown>
  settle: (result: () => unknown) => void
  /** It has waited for too long. */
  isGivenUp: boolean
  /** Its rows may be stored already. */
  isSent: boolean
}

/**
 * The writes of a process. Those that have arrived while others were stored become a group: they run one after the other, each on top of
 * the ones before, and one statement stores the rows of all. A run that needs rows which are not in memory ends; the group reads such
 * rows of all its writes together, and those run again. A group that rests on rows which another process has written meanwhile
 * runs again while that one is locked out. One that the database refuses runs one by one.
 *
 * Example: A and B like the same post, which is not in memory. Both runs end. The post is read, A runs, B runs on top of A, and both are one
 * commit.
 */
export function pgWrites(
  pool: PgPool,
  commits: Commits,
  { cachedBase, directEntries }: Pick<PgReads, 'cachedBase' | 'directEntries'>,
) {
  const queue: Writer[] = []
  /** When the last group ended. */
  let settledAt = 0
  let isWriting = false
  /** Processes of an earlier version know no commits: only a serializable transaction sees them. */
  let isMigrating = false

  function write<Result>(work: (entries: Entries) => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const giveUp = () => {
      const left = settledAt + WRITER_PATIENCE - Date.now()
      if (left > 0) {
        // The queue is long, and moves.
        timer = setTimeout(giveUp, left)
        return
      }
      writer.isGivenUp = true
      reject(new ApiError(writer.isSent ? serverErrors.unknownOutcome : serverErrors.noDatabase))
    }
    let timer = isMigrating ? undefined : setTimeout(giveUp, WRITER_PATIENCE)
    const writer: Writer = {
      work,
      isGivenUp: false,
      isSent: false,
      settle(result) {
        clearTimeout(timer)
        try {
          resolve(result() as Result)
        } catch (error) {
          reject(error)
        }
      },
    }
    queue.push(writer)
    if (!isWriting) void writeGroups()
    return promise
  }

  async function writeGroups(): Promise<void> {
    isWriting = true
    while (queue.length > 0) {
      // Requests that have arrived together become one group.
      await yieldToLoop()
      const group = queue.splice(0, MAX_GROUP)
      try {
        const isDone = !isMigrating && ((await writeTogether(group)) || (await writeLocked(group)))
        if (!isDone) await writeEach(group)
        settledAt = Date.now()
      } catch (error) {
        const isFinal = [serverErrors.noDatabase, serverErrors.unknownOutcome].some((one) =>
          isApiError(error, one),
        )
        if (isFinal) for (const { settle } of group) settle(() => raise(error))
        // One of them may be what fails.
        else await writeEach(group)
      }
    }
    isWriting = false
  }

  /** Puts the writes of a group on top of each other. */
  async function runGroup(group: readonly Writer[], reading: Reading) {
    const missed = new Missed()
    const overlay = new WriteOverlay(cachedBase(reading, { missed }))
    const writers: Writer[] = []
    const results: (() => unknown)[] = []
    let left = group.filter(({ isGivenUp }) => !isGivenUp)
    for (let runs = 1; left.length > 0 && !reading.isOutdated; runs++) {
      missed.mayWait = runs > RUNS_IN_MEMORY
      const again: Writer[] = []
      for (const writer of left) {
        const { size } = missed
        let hasWritten = false
        const write: Entries['write'] = async (...given) => {
          missed.check(size)
          hasWritten = true
          await overlay.entries.write(...given)
        }
        const result = await outcomeOf(() => writer.work({ ...overlay.entries, write }))
        // A miss after the write belongs to an earlier run, which may read on after it has failed.
        if (missed.size > size && !hasWritten) again.push(writer)
        else {
          writers.push(writer)
          results.push(result)
        }
      }
      await missed.readAll().catch((error) => {
        if (!reading.isOutdated) throw error
      })
      left = again
    }
    const failed = results.map(errorOf).find((error) => isApiError(error, serverErrors.noDatabase))
    if (failed) throw failed
    if (overlay.clears) throw new Error('A group cannot clear tables.')
    return {
      ...overlay,
      isEmpty: overlay.changes.size + overlay.logged.length === 0,
      /** Whether the results may be used. */
      isCurrent: () => !reading.isOutdated && !writers.some(({ isGivenUp }) => isGivenUp),
      onSend() {
        for (const writer of writers) writer.isSent = true
      },
      settle() {
        for (const [index, { settle }] of writers.entries()) settle(results[index] ?? raise)
      },
    }
  }

  /** Stores a group by one statement. @returns false if it rests on rows that were written meanwhile */
  async function writeTogether(writers: readonly Writer[]): Promise<boolean> {
    const reading = commits.watch()
    try {
      const { isEmpty, isCurrent, onSend, settle, ...group } = await runGroup(writers, reading)
      if (isEmpty) await commits.look()
      let isStored = isEmpty && isCurrent()
      const id = crypto.randomUUID()
      const prepare = (n: number) => {
        const { written, values } = commitOf(group, n, id)
        const store = async () => (await pool.store(COMMIT, values, onSend)).length > 0
        return { written, store }
      }
      for (let tries = 1; !isStored && isCurrent() && tries <= TRIES; tries++) {
        isStored = await commits.add(id, prepare)
      }
      if (isStored) settle()
      trim()
      return isStored
    } finally {
      reading.end()
    }
  }

  /** The same while other processes are locked out. */
  async function writeLocked(writers: readonly Writer[]): Promise<boolean> {
    const reading = commits.watch()
    const id = crypto.randomUUID()
    try {
      const done = await commits.adding(id, () =>
        pool.transaction(LOCKED, async (send) => {
          await commits.look()
          const { isEmpty, isCurrent, onSend, settle, ...group } = await runGroup(writers, reading)
          if (!isCurrent()) return undefined
          onSend()
          const { values } = commitOf(group, commits.n, id)
          if (!isEmpty && (await send(COMMIT, values)).length === 0) return undefined
          return settle
        }),
      )
      done?.()
      return done !== undefined
    } finally {
      reading.end()
    }
  }

  async function writeEach(group: readonly Writer[]): Promise<void> {
    for (const writer of group) {
      if (!writer.isGivenUp) writer.settle(await outcomeOf(() => writeAlone(writer)))
    }
  }

  /** Runs one writer in a transaction, while other processes are locked out. */
  async function writeAlone(writer: Writer): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      const id = crypto.randomUUID()
      try {
        return await commits.adding(id, () =>
          pool.transaction(
            ALONE,
            (send) => {
              const entries = directEntries(send)
              entries.joinParts = async (prefix) =>
                void (await send(JOIN_PARTS, clearValues(prefix)))
              entries.write = async (changes, cleared = [], published, logged) => {
                writer.isSent = true
                for (const prefix of cleared) await send(CLEAR, clearValues(prefix))
                const [head] = await send<{ n: string }>(
                  'SELECT coalesce(max(n), 0) AS n FROM commits',
                )
                const own = {
                  changes,
                  published: published ? [published] : [],
                  logged: logged ? [logged] : [],
                }
                const { values } = commitOf(own, Number(head?.n), id)
                if (cleared.length > 0) values[7] = null
                await send(COMMIT, values)
              }
              return writer.work(entries)
            },
            LONG,
          ),
        )
      } catch (error) {
        if (!CONFLICTS.includes(codeOf(error))) throw error
        if (tries >= (isMigrating ? MIGRATION_TRIES : TRIES))
          throw new ApiError(apiErrors.busyDatabase)
      }
    }
  }

  let trimmed = 0
  function trim(): void {
    if (commits.n < trimmed + TRIM_EVERY) return
    trimmed = commits.n
    void pool.query(TRIM, [commits.n - TRIM_EVERY]).catch(() => undefined)
  }

  return {
    write,
    /** Runs the writes of `work` one by one, in transactions that processes of an earlier version respect. */
    async oneByOne(work: () => Promise<void>): Promise<void> {
      isMigrating = true
      await work().finally(() => {
        isMigrating = false
      })
    },
  }
}

type Group = Pick<WriteOverlay, 'published' | 'logged'> & { changes: ReadonlyMap<string, unknown> }

/** The parameters of {@link COMMIT} for the commit after number n, and what it writes. */
function commitOf({ changes, published, logged }: Group, n: number, id: string) {
  const { written, values } = new PgChanges(new Map([...changes, ...logRows(n + 1, logged)]))
  const isPublished = published.length > 0
  const news = isPublished ? JSON.stringify(published) : null
  return { written, values: [...values, n, id, keysOf(written), isPublished, news] }
}
