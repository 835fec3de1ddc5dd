import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { cut, endClient, newClient, queryWithin } from './pg-client.ts'
import { CHANNEL } from './pg-commits.ts'
import { lockData } from './pg-lock.ts'

/** Of the connections, in `pg_stat_activity`. */
const NAME = 'gearheads changes'
const RECONNECT_AFTER = 500
/** How often the connection must reply, in milliseconds. */
const BEAT = 5_000

const IN_RESTORE = 'A restore writes these data. Start the club when it is finished.'

const FACTS = `SELECT ${CHANNEL} AS channel, getdatabaseencoding() AS encoding`
/** `channel` is `null` without a schema. */
type Facts = { channel: string | null; encoding: string }

const WITHOUT_SCHEMA =
  'The schema that the address of the database names (search_path) does not exist. Create it: CREATE SCHEMA …'
const notUtf8 = (encoding: string) =>
  `The database has the encoding ${encoding}, which cannot hold all texts. Create one for the club: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`

/**
 * Listens for commits of other processes (LISTEN and NOTIFY), on a connection of its own, which also marks the data as in use.
 * @param onCommit called with the id of a commit, and without one after a time in which some may have been missed
 * @returns a function that closes the connection
 * @throws Error while a restore writes the data, or when the database cannot be reached
 */
export async function listenForCommits(
  url: string,
  onCommit: (id?: string) => void,
): Promise<() => Promise<void>> {
  const closing = new AbortController()
  let client: pg.Client | undefined

  /** @returns a function that waits for the end of the connection */
  async function connect(): Promise<() => Promise<void>> {
    const next = newClient(url, NAME)
    const ended = new Promise<void>((resolve) => next.once('end', () => resolve()))
    // A process of an earlier version sends no id.
    next.on('notification', ({ payload }) => onCommit(payload || undefined))
    try {
      await next.connect()
      const [facts] = await queryWithin<Facts>(next, BEAT, { text: FACTS })
      const { encoding = '', channel } = facts ?? {}
      if (!channel) throw new Error(WITHOUT_SCHEMA)
      if (encoding !== 'UTF8') throw new Error(notUtf8(encoding))
      await queryWithin(next, BEAT, { text: `LISTEN ${next.escapeIdentifier(channel)}` })
      if (!(await lockData(next))) throw new Error(IN_RESTORE)
      closing.signal.throwIfAborted()
      client = next
    } catch (error) {
      await endClient(next)
      throw error
    }
    // A connection that is swallowed says nothing.
    const beat = setInterval(() => {
      queryWithin(next, BEAT, { text: 'SELECT 1' }).catch(() => cut(next))
    }, BEAT)
    return async () => {
      await ended
      client = undefined
      clearInterval(beat)
    }
  }

  async function keepListening(ended: () => Promise<void>): Promise<void> {
    await ended()
    while (!closing.signal.aborted) {
      await sleep(RECONNECT_AFTER, undefined, closing).catch(() => undefined)
      const again = await connect().catch(() => undefined)
      if (!again) continue
      onCommit()
      await again()
    }
  }

  const listening = keepListening(await connect())
  return async () => {
    closing.abort()
    if (client) await endClient(client)
    await listening
  }
}
