import pg from 'pg'
import { hostAddresses } from './pg-address.ts'
import { CONNECT_LIMIT, hostsOf, readState } from './pg-hosts.ts'

/** When the machine of an idle connection is gone, the connection ends some 10 s after this time. */
const KEEP_ALIVE = 10_000

/** A connection to the host that takes writes. Like all connections, one that fails has an event `end`. */
class HostClient extends pg.Client {
  readonly #hosts: ReturnType<typeof hostsOf>
  readonly #addresses: readonly string[]
  /** Whether it looks for the host first, because another one may have been promoted while the one of before still answers. */
  searches = false

  constructor({ connectionString = '', ...config }: pg.ClientConfig = {}) {
    const addresses = hostAddresses(connectionString)
    super({
      ...config,
      connectionString: addresses[0],
      connectionTimeoutMillis: CONNECT_LIMIT,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
    })
    this.#hosts = hostsOf(connectionString)
    this.#addresses = addresses
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ((error: Error) => void) | ((error: null) => void)): void
  override connect(callback?: (error: never) => void): Promise<pg.Client> | undefined {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(
      () => callback(null as never),
      (error) => callback(error as never),
    )
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    const { hasSeveral } = this.#hosts
    const found = this.searches && hasSeveral ? this.#hosts.search() : this.#hosts.address()
    const address = await found.catch((error) => {
      process.nextTick(() => this.emit('end'))
      throw error
    })
    const own = this.#addresses[this.#hosts.addresses.indexOf(address)]
    const { host, port } = new pg.Client(own)
    Object.assign(this, { host, port })
    try {
      await super.connect()
      this.#hosts.add(this, address)
      if (hasSeveral) await this.#mustWrite()
    } catch (error) {
      this.#hosts.forget(address)
      this.connection.stream.destroy()
      throw error
    }
    return this
  }

  /** A primary of before can have come back as a standby. */
  async #mustWrite(): Promise<void> {
    const timer = setTimeout(() => this.connection.stream.destroy(), CONNECT_LIMIT)
    const { readOnly } = await readState(this).finally(() => clearTimeout(timer))
    if (readOnly) throw new Error('A host of the database only reads now.')
  }
}

/** A connection that is not open yet. Its errors are those of its statements. */
export function newClient(url: string, name: string): pg.Client {
  const client = new HostClient({ connectionString: url, application_name: name })
  client.searches = true
  client.on('error', () => undefined)
  return client
}

/** Connections that are opened as they are needed, to the host that takes writes. */
export function newPool(url: string, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionString: url, Client: HostClient })
  // Without these, the end of an idle or a busy connection would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}
