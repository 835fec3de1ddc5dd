import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ApiError } from '../../mocks/api-error.ts'
import { serverErrors } from '../../src/contract/errors.ts'
import { CLOSE_LIMIT, cut, newPool, queryWithin } from './pg-client.ts'

export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>

export type PgPool = {
  /** Runs a statement in a transaction of its own. It may run more than once, when a reply is lost. */
  query: Query
  /** The same for one that may take long, such as an index of a large club. */
  queryLong: Query
  /**
   * The same for a statement that writes.
   * @param onSend called before the statement is sent
   * @throws ApiError 503 with `unknownOutcome` when it was sent, and no reply came
   */
  store(sql: string, values: unknown[], onSend: () => void): Promise<unknown[]>
  /**
   * Runs `work` in a transaction, and again when the connection is lost before the commit.
   * @param begin the statements before `work`
   * @param limit how long a statement may take
   * @throws ApiError 503 with `unknownOutcome` when it is lost during the commit
   */
  transaction<Result>(
    begin: string,
    work: (query: Query) => Promise<Result>,
    limit?: number,
  ): Promise<Result>
  /** Closes all connections, also those that wait for a reply. */
  close(): Promise<void>
}

/** The connection was lost, there is none, or the database only reads now. */
class Unreachable extends Error {}

/** How long a request waits for the database, in milliseconds, whatever it waits for. */
export const PATIENCE = 15_000
/** How long a statement may take that no request waits for, such as those of a migration. */
export const LONG = 3_600_000
const CONNECTIONS = 10

/** The wait for a standby was cancelled (01000, 57P01): the commit is reported as a success, and may be lost. */
const CANCELLED_WAIT = /^(01|57P)/
/** The database is starting, stopping, full, a standby now (25006, 55000), or ended the connection. */
const NOT_NOW = /^(08|57P|53300|25006|55000)/
const DISK_FULL = '53100'

/**
 * The planner would choose other plans for small tables, whose rows are locked as a whole by a serializable transaction. And a
 * statement whose client is gone ends, where PostgreSQL can notice (from 14 on).
 */
const SETTINGS = `SET enable_seqscan = off; SET enable_bitmapscan = off;
  SELECT set_config(name, '5s', false) FROM pg_settings WHERE name = 'client_connection_check_interval'`

/**
 * Opens connections to PostgreSQL as they are needed. They are opened again after the database restarted.
 * @param isPooled each transaction may run in another session: the address is that of PgBouncer
 */
export function openPool(url: string, isPooled = false): PgPool {
  /** The connections, and when each was last used: `Infinity` while it may be silent for long. */
  const open = new Map<pg.ClientBase, number>()
  const pool = newPool(url, {
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE,
    application_name: 'gearheads',
    async onConnect(client) {
      client.once('end', () => open.delete(client))
      await statement(client, PATIENCE, SETTINGS)
    },
  })

  /** Closes the connections that were not used since a statement was sent that got no reply: what swallows it swallows theirs, too. */
  function cutSilent(since: number): void {
    for (const [client, usedAt] of open) if (usedAt <= since) cut(client)
  }

  async function statement(
    client: pg.ClientBase,
    limit: number,
    text: string,
    values?: unknown[],
  ): Promise<unknown[]> {
    const sentAt = performance.now()
    open.set(client, limit > PATIENCE ? Number.POSITIVE_INFINITY : sentAt)
    const timer = setTimeout(cutSilent, limit, sentAt)
    try {
      // A named statement is parsed and planned once for each connection.
      const name = values && !isPooled ? nameOf(text) : undefined
      return await queryWithin(client, limit, { name, text, values })
    } catch (error) {
      throw reachable(error)
    } finally {
      clearTimeout(timer)
      if (open.has(client)) open.set(client, performance.now())
    }
  }

  /** Runs `work` over a connection, which is closed when its state is not known. */
  async function connected<Result>(
    work: (query: Query) => Promise<Result>,
    limit = PATIENCE,
  ): Promise<Result> {
    const client = await pool.connect().catch((error) => {
      throw reachable(error)
    })
    let isLost = false
    let isUnconfirmed = false
    const readNotice = ({ code = '' }: { code?: string }) => {
      isUnconfirmed ||= CANCELLED_WAIT.test(code)
    }
    client.on('notice', readNotice)
    /** A connection runs one statement at a time. */
    let last: Promise<unknown> = Promise.resolve()
    const send: Query = async (sql, values) => {
      const sent = last.then(() => statement(client, limit, sql, values))
      last = sent.catch((error) => {
        isLost ||= error instanceof Unreachable
      })
      const rows = await sent
      if (isUnconfirmed) throw new ApiError(serverErrors.unknownOutcome)
      return rows as never
    }
    try {
      return await work(send)
    } finally {
      client.off('notice', readNotice)
      client.release(isLost)
    }
  }

  return {
    query: (sql, values) => patiently(() => connected((send) => send(sql, values))),
    queryLong: (sql, values) => patiently(() => connected((send) => send(sql, values), LONG)),
    async store(sql, values, onSend) {
      let wasSent = false
      const send = (query: Query) => {
        wasSent = true
        onSend()
        return query(sql, values)
      }
      return patiently(() => connected(send)).catch((error) => {
        throw wasSent && isApiError(error, serverErrors.noDatabase)
          ? new ApiError(serverErrors.unknownOutcome, undefined, { cause: error.cause })
          : error
      })
    },
    async transaction(begin, work, limit) {
      let isCommitting = false
      const attempt = async (send: Query) => {
        try {
          await send(begin)
          const result = await work(send)
          isCommitting = true
          await send('COMMIT')
          return result
        } catch (error) {
          if (!(error instanceof Unreachable)) await send('ROLLBACK').catch(() => undefined)
          else if (isCommitting)
            throw new ApiError(serverErrors.unknownOutcome, undefined, { cause: error })
          throw error
        }
      }
      return patiently(() => connected(attempt, limit))
    },
    async close() {
      // One that does not answer would never end.
      const timer = setTimeout(() => open.forEach((_, client) => void cut(client)), CLOSE_LIMIT)
      await pool.end().finally(() => clearTimeout(timer))
    },
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `gearheads_${names.size}`
  names.set(text, name)
  return name
}

/** Only the database itself gives its errors a severity. */
function reachable(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (codeOf(error) === DISK_FULL)
    return new ApiError(serverErrors.fullDisk, undefined, { cause: error })
  const isAnswer = error instanceof Error && 'severity' in error
  if (isAnswer && !NOT_NOW.test(codeOf(error))) return error
  return new Unreachable('The database cannot be reached.', { cause: error })
}

/**
 * Repeats `work` while the database cannot be reached.
 * @throws ApiError 503 when it cannot be reached for too long
 */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + PATIENCE
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (Date.now() > until)
        throw new ApiError(serverErrors.noDatabase, undefined, { cause: error })
      await sleep(50 + Math.random() * 200)
    }
  }
}

/** Waits for something that may itself wait for the database. @throws ApiError 503 when that takes too long */
export async function inTime<Result>(waiting: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError(serverErrors.noDatabase)), PATIENCE)
  })
  return Promise.race([waiting, tooLate]).finally(() => clearTimeout(timer))
}

export function isApiError(error: unknown, { text }: { text: string }): error is ApiError {
  return error instanceof ApiError && error.message === text
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
