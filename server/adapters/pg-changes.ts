import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { newClient } from './pg-client.ts'
import { CHANNEL } from './pg-commits.ts'
import { lockData } from './pg-lock.ts'

/** Of the connections, in `pg_stat_activity`. */
const NAME = 'gearheads changes'
const RECONNECT_AFTER = 500

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
 * @param onCommit called after a commit, and after a time in which some may have been missed
 * @returns a function that closes the connection
 * @throws Error while a restore writes the data, or when the database cannot be reached
 */
export async function listenForCommits(
  url: string,
  onCommit: () => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const next = newClient(url, NAME)
    next.on('notification', onCommit)
    next.once('end', () => {
      client = undefined
      void reconnect()
    })
    await next.connect()
    client = next
    const { rows } = await next.query<Facts>(FACTS)
    const { encoding = '', channel } = rows[0] ?? {}
    if (!channel) throw new Error(WITHOUT_SCHEMA)
    if (encoding !== 'UTF8') throw new Error(notUtf8(encoding))
    await next.query(`LISTEN ${next.escapeIdentifier(channel)}`)
    if (!(await lockData(next))) throw new Error(IN_RESTORE)
  }

  async function reconnect(): Promise<void> {
    if (isClosed) return
    await sleep(RECONNECT_AFTER)
    // A connection that has ended is opened again.
    await connect().then(onCommit, () => client?.end())
  }

  async function close(): Promise<void> {
    isClosed = true
    await client?.end()
  }

  try {
    await connect()
  } catch (error) {
    await close()
    throw error
  }
  return close
}
