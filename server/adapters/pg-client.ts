import pg from 'pg'
import { hostAddresses, hostIn } from './pg-address.ts'

/** How long a host may take to accept a connection, or to say whether it takes writes, in milliseconds. */
const CONNECT_LIMIT = 5_000
/** How long a connection may take to end, in milliseconds. */
export const CLOSE_LIMIT = 1_000
/** When the machine of an idle connection is gone, the connection ends some time after this one. */
const KEEP_ALIVE = 10_000

/** `query_timeout` is the driver's, which its types have for connections only. */
type Limited = pg.QueryConfig & { query_timeout?: number }

/**
 * Runs a statement. A connection that does not reply in time is closed: nobody knows what it does.
 * @param limit in milliseconds
 * @throws Error when there is no reply in time
 */
export async function queryWithin<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  limit: number,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  const limited: Limited = { ...statement, query_timeout: limit }
  return (await client.query<Row>(limited)).rows
}

export function cut(client: pg.ClientBase): void {
  ;(client as pg.Client).connection.stream.destroy()
}

/** Ends a connection, also one whose other end does not confirm it. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(cut, CLOSE_LIMIT, client)
  await client.end().finally(() => clearTimeout(timer))
}

const READ_ONLY = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`

/** @throws Error when a host does not reply, or only reads */
async function mustWrite(address: string): Promise<string> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: CONNECT_LIMIT,
    application_name: 'gearheads hosts',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const [state] = await queryWithin<{ readOnly: boolean }>(client, CONNECT_LIMIT, {
      text: READ_ONLY,
    })
    if (state?.readOnly !== false) throw new Error('only reads')
    return address
  } finally {
    void endClient(client)
  }
}

const searches = new Map<string, Promise<string>>()

/** The one of several hosts that takes writes, as libpq finds it with `target_session_attrs=read-write`, but all at once. */
async function findPrimary(url: string): Promise<string> {
  const hosts = hostAddresses(url)
  if (hosts.length === 1) return url
  const search =
    searches.get(url) ??
    Promise.any(hosts.map(mustWrite))
      .catch(({ errors }: AggregateError) => {
        const reasons = errors.map((error, n) => `${hostIn(hosts[n] ?? '')}: ${reasonOf(error)}`)
        throw new Error(`No host of the database takes writes. ${reasons.join('; ')}`)
      })
      .finally(() => searches.delete(url))
  searches.set(url, search)
  return search
}

/** A name can have several addresses, whose errors are in a list without a text. */
function reasonOf(error: unknown): string {
  const { message, code } = Object(error) as { message?: string; code?: string }
  return message || code || String(error)
}

/** A connection to the host that takes writes. Its errors are those of its statements. */
class PrimaryClient extends pg.Client {
  readonly #url: string

  constructor({ connectionString = '', ...config }: pg.ClientConfig = {}) {
    super({
      ...config,
      connectionString: hostAddresses(connectionString)[0],
      connectionTimeoutMillis: CONNECT_LIMIT,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
    })
    this.#url = connectionString
    // Without this, the end of the connection would end the process.
    this.on('error', () => undefined)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ((error: Error) => void) | ((error: null) => void)): void
  override connect(callback?: (error: never) => void): Promise<pg.Client> | undefined {
    const connected = findPrimary(this.#url).then((address) => {
      const { host, port } = new pg.Client(address)
      Object.assign(this, { host, port })
      return super.connect()
    })
    if (!callback) return connected
    connected.then(
      () => callback(null as never),
      (error) => callback(error as never),
    )
    return undefined
  }
}

/** A connection that is not open yet. */
export function newClient(url: string, name: string): pg.Client {
  return new PrimaryClient({ connectionString: url, application_name: name })
}

/** Connections that are opened as they are needed. */
export function newPool(url: string, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionString: url, Client: PrimaryClient })
  pool.on('error', () => undefined)
  return pool
}
