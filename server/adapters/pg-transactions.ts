import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ApiError } from '../../mocks/api-error.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { type CountLoad, type LoadLimits, Loads } from './loads.ts'
import { newPool } from './pg-client.ts'
import { readDialectOf } from './pg-dialect.ts'
import { hostsOf } from './pg-hosts.ts'
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
   * @throws ApiError 503 when it conflicts too often, the database cannot be reached, or it takes no writes
   */
  run<Result>(mode: Mode, work: (connection: Connection) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const BEGIN: Record<Mode, string> = {
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  // One that waits for a standby keeps its locks.
  write: "BEGIN ISOLATION LEVEL SERIALIZABLE; SET LOCAL lock_timeout = '10s'",
}

/** Serialization failure, deadlock and lock timeout: the same transaction may succeed when it is repeated. */
const CONFLICTS = ['40001', '40P01', '55P03']
const TRIES = 8
/** How long a request waits for a database that restarts, or for the reply to its commit, in milliseconds. */
const PATIENCE = 10_000
/** How long a write waits for those before it, in milliseconds. */
const WRITER_PATIENCE = 30_000
const CONNECTIONS = 10
/**
 * Writing transactions at the same time. PostgreSQL detects conflicts by the page, so that writers of neighbouring
 * rows conflict, too: more writers repeat more often, and one thread of JavaScript cannot use many.
 */
const WRITERS = 4

/** The connection was lost, or there is none. */
class Unreachable extends Error {}

/** The wait for a standby was cancelled (01000, 57P01): the commit is reported as a success, and may be lost. */
const CANCELLED_WAIT = /^(01|57P)/
const READ_ONLY = '25006'

/**
 * Opens connections to PostgreSQL as they are needed. They are opened again after the database restarted.
 * @param limits of what its readers have in memory, if it serves strangers
 */
export function openPool(url: string, limits?: LoadLimits): PgPool {
  const hosts = hostsOf(url)
  const pool = openConnections(url, CONNECTIONS)
  // A transaction that waits for one of these must not hold the last connection that it needs itself.
  const alone = openConnections(url, 1)
  const inSlots = slots(WRITERS, WRITER_PATIENCE)
  const loads = new Loads(limits)
  const queryOn = <Row>(on: pg.Pool | pg.ClientBase, ...args: Statement) =>
    hosts.watch(query<Row>(on, ...args))
  // The commit of the counter may wait for a standby, too.
  const queryAlone: Query = <Row>(sql: string, values?: unknown[]) =>
    within(
      PATIENCE,
      repeated(() => patiently(() => queryOn<Row>(alone, sql, values))),
      () => {
        throw new ApiError(apiErrors.noDatabase)
      },
    )

  /** @param answerLate is called when the commit has no reply in time. The connection is kept until it has. */
  async function attempt<Result>(
    mode: Mode,
    work: (connection: Connection) => Promise<Result>,
    { load, answerLate = () => undefined }: { load?: CountLoad; answerLate?: () => void },
  ): Promise<Result> {
    const client = await pool.connect().catch((error) => {
      throw reachable(error)
    })
    const inOrder = slots(1)
    const send: Query = (sql, values) => inOrder(1, () => queryOn(client, sql, values, load))
    let isCommitting = false
    let isLost = false
    let isUnconfirmed = false
    const readNotice = ({ code = '' }: { code?: string }) => {
      isUnconfirmed ||= isCommitting && CANCELLED_WAIT.test(code)
    }
    client.on('notice', readNotice)
    try {
      await send(BEGIN[mode])
      const inTransaction: Connection['inTransaction'] = (inner) => inner(send)
      const result = await work({ query: send, inTransaction }).catch(async (error) => {
        // What the transaction has read is certain only after the commit: it may have to be repeated.
        if (error instanceof ApiError) await send('COMMIT')
        throw error
      })
      isCommitting = mode === 'write'
      await within(PATIENCE, send('COMMIT'), answerLate)
      if (isUnconfirmed) throw new ApiError(apiErrors.unknownOutcome)
      return result
    } catch (error) {
      const isMoved = mode === 'write' && hosts.hasSeveral && codeOf(error) === READ_ONLY
      if (isMoved) await hosts.search().catch(() => undefined)
      isLost = isMoved || error instanceof Unreachable
      if (isLost && isCommitting) {
        throw new ApiError(apiErrors.unknownOutcome, undefined, { cause: error })
      }
      if (!isLost) await send('ROLLBACK').catch(() => undefined)
      throw isMoved ? new Unreachable('The database only reads.', { cause: error }) : error
    } finally {
      client.off('notice', readNotice)
      client.release(isLost)
    }
  }

  /** Runs a writer. Its slot is taken until its commit has a reply, which can be long after its request has one. */
  function write<Result>(
    work: (connection: Connection) => Promise<Result>,
    slotsNeeded: number,
  ): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const answerLate = () => reject(new ApiError(apiErrors.unknownOutcome))
    inSlots(slotsNeeded, () => patiently(() => attempt('write', work, { answerLate }))).then(
      resolve,
      reject,
    )
    return promise
  }

  async function run<Result>(
    mode: Mode,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        if (mode === 'read') {
          return await loads.run((load) => patiently(() => attempt(mode, work, { load })))
        }
        // After two conflicts it runs alone in this process.
        return await write(work, tries < 3 ? 1 : WRITERS)
      } catch (error) {
        if (!CONFLICTS.includes(codeOf(error))) throw error
        if (tries === TRIES) throw new ApiError(apiErrors.busyDatabase)
        await sleep(Math.random() * 2 ** tries)
      }
    }
  }

  return {
    query: (sql, values) => repeated(() => patiently(() => queryOn(pool, sql, values))),
    queryAlone,
    inTransaction: (work) => run('write', ({ query: send }) => work(send)),
    run,
    async close() {
      await Promise.all([pool.end(), alone.end()])
    },
  }
}

function openConnections(url: string, max: number): pg.Pool {
  return newPool(url, {
    max,
    connectionTimeoutMillis: PATIENCE,
    application_name: 'gearheads',
    async onConnect(client) {
      const { settings } = await readDialectOf(client)
      for (const setting of settings) await client.query(setting).catch(() => undefined)
    },
  })
}

type Statement = [text: string, values?: unknown[], load?: CountLoad]

/** @throws Unreachable when the connection is lost, else the error of the database */
async function query<Row>(
  on: pg.Pool | pg.ClientBase,
  ...[text, values, load]: Statement
): Promise<Row[]> {
  try {
    // A named statement is parsed and planned once for each connection.
    const name = values && nameOf(text)
    return (await on.query({ name, text, values, types: load && counting(load) })).rows
  } catch (error) {
    throw reachable(error)
  }
}

/** Parses values as usual, and counts JSON, which may be text. */
function counting(load: CountLoad): pg.CustomTypesConfig {
  return {
    getTypeParser(id, format) {
      const parse = pg.types.getTypeParser(id, format)
      if (id !== pg.types.builtins.JSON && id !== pg.types.builtins.TEXT) return parse
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
  // 40003: a distributed database does not know whether it has committed.
  if (isAnswer && !/^(08|57P|53300|40003)/.test(codeOf(error))) return error
  return new Unreachable('The database cannot be reached.', { cause: error })
}

/** Repeats a statement of its own when it conflicts: PostgreSQL does so by itself, others not always. */
async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!CONFLICTS.includes(codeOf(error)) || tries === TRIES) throw error
      await sleep(Math.random() * 2 ** tries)
    }
  }
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

/** Waits for `work`, and calls `late` after `ms` milliseconds without a result. It may throw instead. */
async function within<Result>(
  ms: number,
  work: Promise<Result>,
  late: () => void,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      try {
        late()
      } catch (error) {
        reject(error)
      }
    }, ms)
  })
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
