import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hostAddresses, hostIn, hostList } from './pg-address.ts'

/** How long a host may take to accept a connection, or to say whether it takes writes, in milliseconds. */
export const CONNECT_LIMIT = 5_000
/**
 * How long the others may still answer after the first that takes writes, which can be an old primary. A process that starts
 * is busy with other things, too.
 */
const GRACE = 2_000
/** A statement without a reply for this long makes the process look whether its host is still there. */
const LATE = 3_000
/**
 * Whether a host only reads, and its timeline, which rises when a standby is promoted. A host that is not PostgreSQL
 * may not know its timeline.
 */
const STATE = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly",
  CASE WHEN pg_is_in_recovery() THEN 0
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`
const READ_ONLY = `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly", 0 AS timeline`

export const TAKES_WRITES = 'takes writes'
export const ONLY_READS = 'only reads'

type State = { readOnly: boolean; timeline: number }

/**
 * The hosts of a database, of which one takes writes: the connections of a process all go there. It is looked for again
 * when it refuses connections, only reads, or does not reply.
 */
class Hosts {
  readonly addresses: readonly string[]
  readonly #clients = new Map<pg.Client, string>()
  #current: string | undefined
  /** The highest so far: a host with a lower one is an old primary. */
  #timeline = 0
  #repliedAt = 0
  #search: Promise<string> | undefined

  constructor(url: string) {
    this.addresses = hostAddresses(url)
    if (this.addresses.length === 1) this.#current = url
  }

  get hasSeveral(): boolean {
    return this.addresses.length > 1
  }

  /** @throws Error when no host takes writes */
  async address(): Promise<string> {
    return this.#current ?? this.search()
  }

  /** Looks for the host that takes writes, and ends the connections to all others. */
  search(): Promise<string> {
    this.#search ??= this.#searchAll().finally(() => {
      this.#search = undefined
    })
    return this.#search
  }

  /** Waits for the reply to a statement, and looks for the host while there is none. */
  async watch<Result>(reply: Promise<Result>): Promise<Result> {
    const timer = setInterval(() => void this.search().catch(() => undefined), LATE)
    try {
      const result = await reply
      this.#repliedAt = performance.now()
      return result
    } finally {
      clearInterval(timer)
    }
  }

  /** Looks for the host again at the next connection. */
  forget(address: string): void {
    if (this.hasSeveral && this.#current === address) this.#current = undefined
  }

  add(client: pg.Client, address: string): void {
    this.#clients.set(client, address)
    client.once('end', () => this.#clients.delete(client))
    // It was found to be another one meanwhile.
    if (this.#current !== undefined && this.#current !== address) client.connection.stream.destroy()
  }

  /** What each host is, for people: `takes writes`, `only reads`, or why it is of no use. */
  async states(): Promise<{ host: string; state: string }[]> {
    return Promise.all(
      this.addresses.map(async (address) => ({
        host: hostIn(address),
        state: await this.#timelineAt(address).then(() => TAKES_WRITES, reasonOf),
      })),
    )
  }

  async #searchAll(): Promise<string> {
    const errors: string[] = []
    const usable: { address: string; timeline: number }[] = []
    const probes = this.addresses.map(async (address) => {
      try {
        usable.push({ address, timeline: await this.#timelineAt(address) })
      } catch (error) {
        errors.push(`${hostIn(address)}: ${reasonOf(error)}`)
        throw error
      }
    })
    const first = Promise.any(probes).then(() => sleep(GRACE))
    await Promise.race([Promise.allSettled(probes), first]).catch(() => undefined)
    const best = usable
      .filter(({ timeline }) => !this.hasSeveral || timeline >= this.#timeline)
      .sort((a, b) => b.timeline - a.timeline)[0]
    if (this.hasSeveral) this.#current = best?.address
    this.#timeline = best?.timeline ?? this.#timeline
    for (const [client, address] of this.#clients) {
      // It may never close by itself.
      if (address !== best?.address) client.connection.stream.destroy()
    }
    if (best) return best.address
    throw new Error(`No host of the database takes writes. ${errors.join('; ')}`)
  }

  /** @throws when a host does not reply, or only reads */
  async #timelineAt(address: string): Promise<number> {
    const startedAt = performance.now()
    const isCurrent = this.#current === address
    const client = new pg.Client({
      connectionString: address,
      connectionTimeoutMillis: CONNECT_LIMIT,
      query_timeout: CONNECT_LIMIT,
      application_name: 'gearheads hosts',
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { readOnly, timeline } = await readState(client)
      // The only host is used as it is: its errors say why it does not take writes.
      if (readOnly && this.hasSeveral) throw new Error(ONLY_READS)
      return timeline
    } catch (error) {
      // It is slow, or has no free connection.
      if (isCurrent && (this.#repliedAt > startedAt || isBusy(error))) return this.#timeline
      throw error
    } finally {
      // It may never close by itself.
      const destroy = setTimeout(() => client.connection.stream.destroy(), CONNECT_LIMIT)
      void client.end().finally(() => clearTimeout(destroy))
    }
  }
}

/** A name can have several addresses, whose errors are in a list without a text. */
function reasonOf(error: unknown): string {
  const { message, code } = Object(error) as { message?: string; code?: string }
  return message || code || String(error)
}

function isBusy(error: unknown): boolean {
  const { severity, code } = Object(error) as { severity?: string; code?: string }
  return severity !== undefined && !code?.startsWith('57P')
}

/** @throws Error when the host does not say it */
export async function readState(client: pg.Client): Promise<State> {
  const read = async (sql: string) => (await client.query<State>(sql)).rows[0]
  const state = await read(STATE).catch(async (error) => {
    if (error.severity === undefined) throw error
    return read(READ_ONLY)
  })
  if (!state) throw new Error('A host does not say whether it takes writes.')
  return state
}

const known = new Map<string, Hosts>()

/** The hosts in an address of a database: the same for all connections of this process, whatever their options. */
export function hostsOf(url: string): Hosts {
  const list = hostList(url)
  const key = list.includes(',') ? list : url
  const hosts = known.get(key) ?? new Hosts(url)
  known.set(key, hosts)
  return hosts
}
