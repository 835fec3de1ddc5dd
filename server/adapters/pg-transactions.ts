import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ApiError } from '../../mocks/api-error.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { type CountLoad, type LoadLimits, Loads } from './loads.ts'
import { slots } from './slots.ts'

export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>

/** Statements within a transaction, or of their own. */
export type Connection = {
  query: Query
  /** Runs several statements in the transaction, or in one of their own. */
  inTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
}

type Mode = 'read' | 'write'

export type PgPool = Connection & {
  /** Runs a statement outside the transactions, while they hold all other connections. */
  queryAlone: Query
  /**
   * Runs `work` in a transaction and repeats it when it conflicts with another. It must not write before it throws an
   * `ApiError`, which is a result like any other.
   * @throws ApiError 503 when it conflicts too often, or the database cannot be reached
   */
  run<Result>(mode: Mode, work: (connection: Connection) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const BEGIN: Record<Mode, string> = {
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  write: 'BEGIN ISOLATION LEVEL SERIALIZABLE',
}

/** Serialization failure and deadlock: the same transaction may succeed when it is repeated. */
const CONFLICTS = ['40001', '40P01']
const TRIES = 8
/** How long a request waits for a database that restarts, in milliseconds. */
const PATIENCE = 10_000
const CONNECTIONS = 10
/**
 * Writing transactions at the same time. PostgreSQL detects conflicts by the page, so that writers of neighbouring
 * rows conflict, too: more writers repeat more often, and one thread of JavaScript cannot use many.
 */
const WRITERS = 4

/** The connection was lost, or there is none. */
class Unreachable extends Error {}

/**
 * Opens connections to PostgreSQL as they are needed. They are opened again after the database restarted.
 * @param limits of what its readers have in memory, if it serves strangers
 */
export function openPool(url: string, limits?: LoadLimits): PgPool {
  const pool = newPool(url, CONNECTIONS)
  // A transaction that waits for one of these must not hold the last connection that it needs itself.
  const alone = newPool(url, 1)
  const inSlots = slots(WRITERS)
  const loads = new Loads(limits)
  const queryAlone: Query = (sql, values) => patiently(() => query(alone, sql, values))

  async function attempt<Result>(
    mode: Mode,
    work: (connection: Connection) => Promise<Result>,
    load?: CountLoad,
  ): Promise<Result> {
    const client = await pool.connect().catch((error) => {
      throw reachable(error)
    })
    const inOrder = slots(1)
    const send: Query = (sql, values) => inOrder(1, () => query(client, sql, values, load))
    let isCommitting = false
    let isLost = false
    try {
      await send(BEGIN[mode])
      const inTransaction: Connection['inTransaction'] = (inner) => inner(send)
      const result = await work({ query: send, inTransaction }).catch(async (error) => {
        // What the transaction has read is certain only after the commit: it may have to be repeated.
        if (error instanceof ApiError) await send('COMMIT')
        throw error
      })
      isCommitting = mode === 'write'
      await send('COMMIT')
      return result
    } catch (error) {
      isLost = error instanceof Unreachable
      if (isLost && isCommitting) {
        throw new ApiError(apiErrors.unknownOutcome, undefined, { cause: error })
      }
      if (!isLost) await send('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      client.release(isLost)
    }
  }

  async function run<Result>(
    mode: Mode,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        const once = (load?: CountLoad) => patiently(() => attempt(mode, work, load))
        if (mode === 'read') return await loads.run(once)
        // After two conflicts it runs alone in this process.
        return await inSlots(tries < 3 ? 1 : WRITERS, once)
      } catch (error) {
        if (!CONFLICTS.includes(codeOf(error))) throw error
        if (tries === TRIES) throw new ApiError(apiErrors.busyDatabase)
        await sleep(Math.random() * 2 ** tries)
      }
    }
  }

  return {
    query: (sql, values) => patiently(() => query(pool, sql, values)),
    queryAlone,
    inTransaction: (work) => run('write', ({ query: send }) => work(send)),
    run,
    async close() {
      await Promise.all([pool.end(), alone.end()])
    },
  }
}

function newPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: PATIENCE,
    application_name: 'gearheads',
    async onConnect(client) {
      // A sequential scan would conflict with every other writer. Not every database has the setting.
      const settings = 'SET enable_seqscan = off; SET enable_bitmapscan = off'
      await client.query(settings).catch(() => undefined)
    },
  })
  // Without these, the end of an idle or a busy connection would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

/** @throws Unreachable when the connection is lost, else the error of the database */
async function query<Row>(
  on: pg.Pool | pg.ClientBase,
  text: string,
  values?: unknown[],
  load?: CountLoad,
): Promise<Row[]> {
  try {
    // A named statement is parsed and planned once for each connection.
    const name = values && nameOf(text)
    return (await on.query({ name, text, values, types: load && counting(load) })).rows
  } catch (error) {
    throw reachable(error)
  }
}

/** Parses values as usual, and counts JSON. */
function counting(load: CountLoad): pg.CustomTypesConfig {
  return {
    getTypeParser(id, format) {
      const parse = pg.types.getTypeParser(id, format)
      if (id !== pg.types.builtins.JSON) return parse
      return (json: string) => {
        load(json.length)
        return parse(json)
      }
    },
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

/** Repeats `work` while the database cannot be reached. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + PATIENCE
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (Date.now() > until) throw new ApiError(apiErrors.noDatabase, undefined, { cause: error })
      await sleep(50 + Math.random() * 200)
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
