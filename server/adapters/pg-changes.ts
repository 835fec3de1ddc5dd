import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Changes } from '../../src/contract/changes.ts'
import { newClient, newPool } from './pg-client.ts'
import { readDialectOf } from './pg-dialect.ts'
import { hostsOf } from './pg-hosts.ts'
import { lockData } from './pg-lock.ts'
import type { Query } from './pg-transactions.ts'

/** Publishes the changes of this process to the others, and theirs to its subscribers. */
export type ChangeFeed = {
  /**
   * Publishes changes in the transaction of `query`: the other processes get them when it is committed, even if this
   * process is killed at once.
   */
  announce(query: Query, changes: Changes): Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(listener: (changes: Changes) => void): () => void
  close(): Promise<void>
}

/** Channels are those of a whole database: clubs in other schemas have their own. Names have up to 63 bytes. */
const CHANNEL = "SELECT 'gearheads ' || left(current_schema(), 40) AS channel"
/** `NOTIFY` takes up to 8,000 bytes. */
const MAX_BYTES = 7500
/** Some changes may have been missed: subscribers read everything again. */
const UNKNOWN: Changes = { by: '', changes: undefined }
/** Of the connections, in `pg_stat_activity`. */
const NAME = 'gearheads changes'
const RECONNECT_AFTER = 500
const POLL_EVERY = 300

const TABLE = `CREATE TABLE IF NOT EXISTS changes (
  id uuid PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), body text NOT NULL)`

const IN_RESTORE = 'A restore or a copy writes these data. Start the club when it is finished.'

type Sent = { from: string; changes: Changes }

/**
 * Uses LISTEN and NOTIFY. Where a database has neither, such as CockroachDB, it polls a table.
 * @param canListen `false` polls in any case
 */
export async function pgChanges(url: string, canListen = true): Promise<ChangeFeed> {
  const self = crypto.randomUUID()
  const listeners = new Set<(changes: Changes) => void>()
  const receive = ({ from, changes }: Sent) => {
    if (from !== self) for (const listener of listeners) listener(changes)
  }
  const transport = (canListen && (await listening(url, receive))) || (await polling(url, receive))
  return {
    async announce(query, changes) {
      const whole = JSON.stringify({ from: self, changes } satisfies Sent)
      const { by } = changes
      const short = JSON.stringify({ from: self, changes: { by, changes: undefined } })
      await transport.send(query, Buffer.byteLength(whole) <= MAX_BYTES ? whole : short)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: transport.close,
  }
}

type Transport = { send(query: Query, text: string): Promise<void>; close(): Promise<void> }

class NoListen extends Error {}

/** @returns `undefined` when the database has no LISTEN */
async function listening(
  url: string,
  receive: (sent: Sent) => void,
): Promise<Transport | undefined> {
  let client: pg.Client | undefined
  let channel = ''
  let isClosed = false
  let isLocked = false

  async function connect(): Promise<void> {
    const next = newClient(url, NAME)
    next.on('notification', ({ payload = '' }) => receive(JSON.parse(payload)))
    next.once('end', () => {
      client = undefined
      void reconnect()
    })
    await next.connect()
    client = next
    if (!(await readDialectOf(next)).canListen) throw new NoListen()
    const { rows } = await next.query<{ channel: string }>(CHANNEL)
    channel = rows[0]?.channel ?? ''
    await next.query(`LISTEN ${next.escapeIdentifier(channel)}`)
    isLocked = await lockData(next)
  }

  async function reconnect(): Promise<void> {
    if (isClosed) return
    await sleep(RECONNECT_AFTER)
    await connect().then(
      () => receive({ from: '', changes: UNKNOWN }),
      // A failed connection ends, too, and is then tried again.
      () => undefined,
    )
  }

  try {
    await connect()
    if (!isLocked) throw new Error(IN_RESTORE)
  } catch (error) {
    isClosed = true
    await client?.end()
    if (error instanceof NoListen || (error instanceof Error && 'severity' in error))
      return undefined
    throw error
  }
  return {
    // Delivered on commit.
    send: async (query, text) => void (await query('SELECT pg_notify($1, $2)', [channel, text])),
    async close() {
      isClosed = true
      await client?.end()
    },
  }
}

/** Each process inserts its changes into a table, and reads those of the last seconds. */
async function polling(url: string, receive: (sent: Sent) => void): Promise<Transport> {
  const pool = newPool(url, { max: 1, application_name: NAME })
  const stop = new AbortController()
  let seen: Set<string> | undefined
  let lock: pg.Client | undefined

  /** @returns false when a restore or a copy writes the data */
  async function hold(): Promise<boolean> {
    const client = newClient(url, NAME)
    client.once('end', () => {
      lock = undefined
    })
    await client.connect()
    if (await lockData(client)) lock = client
    else await client.end()
    return lock !== undefined
  }

  async function poll(): Promise<void> {
    if (!lock) await hold()
    // A change can be committed later than a newer one: the seconds overlap.
    const { rows } = await hostsOf(url).watch(
      pool.query<{ id: string; body: string }>(
        "SELECT id, body::text AS body FROM changes WHERE at > now() - interval '10 seconds' ORDER BY at",
      ),
    )
    const known = seen
    seen = new Set(rows.map(({ id }) => id))
    for (const { id, body } of rows) if (known && !known.has(id)) receive(JSON.parse(body))
    await pool.query("DELETE FROM changes WHERE at < now() - interval '1 minute'")
  }

  async function pollForever(): Promise<void> {
    let isLate = false
    while (!stop.signal.aborted) {
      await poll().then(
        () => {
          if (isLate) receive({ from: '', changes: UNKNOWN })
          isLate = false
        },
        () => {
          isLate = true
        },
      )
      await sleep(POLL_EVERY, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }

  if (!(await hold())) {
    await pool.end()
    throw new Error(IN_RESTORE)
  }
  await pool.query(TABLE).catch(() => undefined)
  await poll()
  const polls = pollForever()
  return {
    async send(query, text) {
      await query('INSERT INTO changes (id, body) VALUES ($1, $2)', [crypto.randomUUID(), text])
    },
    async close() {
      stop.abort()
      await polls
      await Promise.all([pool.end(), lock?.end()])
    },
  }
}
