import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ApiError } from '../../mocks/api-error.ts'
import { serverErrors } from '../../src/contract/errors.ts'
import { newPool } from './pg-client.ts'
import { hostsOf } from './pg-hosts.ts'

export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>

export type PgPool = {
  /** Runs a statement in a transaction of its own. It may run more than once, when a reply is lost. */
  query: Query
  /**
   * The same for a statement that writes.
   * @param onSend called before the statement is sent
   * @throws ApiError 503 with `unknownOutcome` when it was sent, and no reply came
   */
  store(sql: string, values: unknown[], onSend: () => void): Promise<unknown[]>
  /**
   * Runs `work` in a transaction, and again when the connection is lost before the commit.
   * @param begin the statements before `work`
   * @throws ApiError 503 with `unknownOutcome` when it is lost during the commit
   */
  transaction<Result>(begin: string, work: (query: Query) => Promise<Result>): Promise<Result>
  /** Closes all connections, also those that wait for a reply. */
  close(): Promise<void>
}

/** The connection was lost, or there is none. */
class Unreachable extends Error {}

/** How long a request waits for the database, in milliseconds, whatever it waits for. */
export const PATIENCE = 15_000
const CONNECTIONS = 10
/** How long connections may take to end when the process ends, in milliseconds. */
const CLOSE_LIMIT = 1_000

/** The wait for a standby was cancelled (01000, 57P01): the commit is reported as a success, and may be lost. */
const CANCELLED_WAIT = /^(01|57P)/
const READ_ONLY = '25006'
/** Of functions that a standby does not have. */
const NOT_IN_RECOVERY = '55000'

/** Opens connections to PostgreSQL as they are needed. They are opened again after the database restarted. */
export function openPool(url: string): PgPool {
  const hosts = hostsOf(url)
  const open = new Set<pg.PoolClient>()
  const pool = newPool(url, {
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE,
    application_name: 'gearheads',
    async onConnect(client) {
      // The planner would choose others for small tables, whose rows are locked as a whole by a serializable transaction.
      await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off')
    },
  })
  pool.on('connect', (client) => {
    open.add(client)
    client.once('end', () => open.delete(client))
  })

  /** Runs `work` over a connection, which is closed when its state is not known. */
  async function connected<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await pool.connect().catch((error) => {
      throw reachable(error)
    })
    let isLost = false
    let isUnconfirmed = false
    const readNotice = ({ code = '' }: { code?: string }) => {
      isUnconfirmed ||= CANCELLED_WAIT.test(code)
    }
    client.on('notice', readNotice)
    /** The statement before, on the same connection. */
    let last: Promise<unknown> = Promise.resolve()
    const send: Query = async (sql, values) => {
      // A connection runs one at a time. The library's queue of its own is deprecated.
      const sent = last.then(() => sendNow(sql, values))
      last = sent.catch(() => undefined)
      return sent as never
    }
    const sendNow: Query = async (sql, values) => {
      try {
        const rows = await hosts.watch(statement(client, sql, values))
        if (isUnconfirmed) throw new ApiError(serverErrors.unknownOutcome)
        return rows as never
      } catch (error) {
        const isMoved = hosts.hasSeveral && [READ_ONLY, NOT_IN_RECOVERY].includes(codeOf(error))
        if (isMoved) await hosts.search().catch(() => undefined)
        isLost ||= isMoved || error instanceof Unreachable
        throw isMoved ? new Unreachable('The database only reads.', { cause: error }) : error
      }
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
    async transaction(begin, work) {
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
      return patiently(() => connected(attempt))
    },
    async close() {
      // One that does not answer would never end.
      const timer = setTimeout(() => {
        for (const client of open) (client as unknown as Socketed).connection.stream.destroy()
      }, CLOSE_LIMIT)
      await pool.end().finally(() => clearTimeout(timer))
    },
  }
}

type Socketed = { connection: { stream: { destroy(): void } } }

/** @throws Unreachable when the connection is lost, else the error of the database */
async function statement(client: pg.ClientBase, text: string, values?: unknown[]) {
  try {
    // A named statement is parsed and planned once for each connection.
    return (await client.query({ name: values && nameOf(text), text, values })).rows
  } catch (error) {
    throw reachable(error)
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `gearheads_${names.size}`
  names.set(text, name)
  return name
}

/** Only the database itself gives its errors a severity. It may be starting, stopping or full. */
function reachable(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const isAnswer = error instanceof Error && 'severity' in error
  if (isAnswer && !/^(08|57P|53300)/.test(codeOf(error))) return error
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
