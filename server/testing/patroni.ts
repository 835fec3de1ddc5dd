import { type ChildProcess, execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { parse } from 'yaml'
import { freePort, killPostgres } from './postgres.ts'
import { tcpProxy } from './tcp-proxy.ts'
import { giveToPostgres, startUnprivileged } from './unprivileged.ts'

const EXAMPLE = fileURLToPath(new URL('../../examples/patroni/', import.meta.url))
/** The set-up of docs/scaling.md#when-the-databases-machine-dies. */
const documented = parse(readFileSync(`${EXAMPLE}patroni.yml`, 'utf8'))
const environment = readFileSync(`${EXAMPLE}env.conf`, 'utf8')
const CREATE = 'create-club.sh'
const PASSWORD = 'secret'

/** The documented environment with other values. Those that it does not name are an error. */
function environmentWith(values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [key, value]) => {
    const line = RegExp(`^${key}=.*$`, 'm')
    if (!line.test(text)) throw new Error(`env.conf has no ${key}.`)
    return text.replace(line, `${key}=${value}`)
  }, environment)
}

const { ttl, loop_wait } = documented.bootstrap.dcs
/** The seconds in which Patroni notices that a primary is gone. */
export const TTL: number = ttl + loop_wait

const ROOT = '/usr/lib/postgresql'
/** The programs of the newest PostgreSQL that Debian has installed. */
const bin = (() => {
  try {
    const versions = readdirSync(ROOT).sort((a, b) => Number(b) - Number(a))
    return join(ROOT, versions[0] ?? '', 'bin')
  } catch {
    return ''
  }
})()

/** Whether Debian's packages `patroni`, `etcd-server` and `postgresql` are installed. */
export const hasPatroni =
  bin !== '' && ['patroni', 'etcd'].every((one) => spawnSync(one, ['--version']).status === 0)

type Member = Awaited<ReturnType<typeof newMember>>

/**
 * A machine with PostgreSQL and Patroni, whose lines to the others can be cut.
 * @param disk the folder of its data
 */
async function newMember(root: string, name: string, etcd: number, disk = root) {
  const [port, rest] = [await freePort(), await freePort()]
  const lines = [await tcpProxy(port), await tcpProxy(etcd)] as const
  const folder = join(disk, name)
  const env = environmentWith({
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `localhost:${rest}`,
    PATRONI_POSTGRESQL_LISTEN: `localhost:${port}`,
    PATRONI_POSTGRESQL_BIN_DIR: bin,
    PATRONI_ETCD3_HOSTS: `localhost:${lines[1].port}`,
    PATRONI_RESTAPI_PASSWORD: PASSWORD,
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    DB_PASSWORD: PASSWORD,
  })
  const config = {
    ...documented,
    // The lines that can be cut.
    etcd3: { use_proxies: true },
    bootstrap: { ...documented.bootstrap, post_bootstrap: join(root, CREATE) },
    postgresql: {
      ...documented.postgresql,
      connect_address: `localhost:${lines[0].port}`,
      data_dir: folder,
      pgpass: join(root, `${name}.pgpass`),
      parameters: { unix_socket_directories: root, fsync: false, wal_receiver_timeout: '5s' },
    },
  }
  const file = join(root, `${name}.yml`)
  // JSON is YAML, too.
  writeFileSync(file, JSON.stringify(config))
  writeFileSync(join(root, `${name}.conf`), env)
  // As docs/scaling.md says.
  const read = `set -a; . ${join(root, `${name}.conf`)}; set +a`
  const log: string[] = []
  let patroni: ChildProcess | undefined
  return {
    name,
    folder,
    async query(sql: string) {
      const client = new pg.Client(`postgres://postgres:${PASSWORD}@localhost:${port}/club`)
      client.on('error', () => undefined)
      await client.connect()
      return client.query(sql).finally(() => client.end())
    },
    port: lines[0].port,
    rest: `http://localhost:${rest}`,
    log,
    start() {
      patroni = startUnprivileged(log, ['sh', '-c', `${read}; exec patroni ${file}`])
    },
    /** What `patronictl` answers to an organiser of this machine. */
    async ask(command: string) {
      const shell = `${read}; patronictl -c ${file} ${command}`
      return (await promisify(execFile)('sh', ['-c', shell])).stdout
    },
    /** Like a machine without power. */
    async kill() {
      patroni?.kill('SIGKILL')
      await killPostgres(folder)
    },
    cutOff() {
      for (const line of lines) line.blackHole()
    },
    reconnect() {
      for (const line of lines) line.open()
    },
    async stop() {
      const ended = patroni?.exitCode === null && !patroni.signalCode && once(patroni, 'exit')
      patroni?.kill('SIGTERM')
      await ended
      for (const line of lines) line.stop()
    },
  }
}

const LOST_WAY = 'does not contain minimum recovery point'

type Cluster = { members: { name: string; role: string; state: string }[] }

/** Starts three PostgreSQL with Patroni, of which one is the primary, and etcd. @param disks the folders of their data */
export async function startPatroni(disks: string[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'gearheads-patroni-'))
  chmodSync(root, 0o755)
  copyFileSync(EXAMPLE + CREATE, join(root, CREATE))
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const members: Member[] = []
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    members.push(await newMember(root, name, etcdPort, disks[index]))
  }
  for (const folder of [root, ...disks]) giveToPostgres(folder)
  const client = `http://localhost:${etcdPort}`
  const peer = `http://localhost:${peerPort}`
  const log: string[] = []
  const etcd = startUnprivileged(log, [
    ...['etcd', '--data-dir', join(root, 'etcd'), '--unsafe-no-fsync'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`],
  ])

  const of = (name: string) => members.find((one) => one.name === name)
  /** The roles of those that run, as most of them see it. */
  async function roles() {
    const seen = await Promise.any(
      members.map(async ({ rest }) => {
        const reply = await fetch(`${rest}/cluster`, { signal: AbortSignal.timeout(2_000) })
        return (await reply.json()) as Cluster
      }),
    )
    return seen.members.filter(({ state }) => state === 'running' || state === 'streaming')
  }
  async function wait(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
    const end = Date.now() + seconds * 1000
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > end) {
        const logs = [log, ...members.map((one) => one.log)].map((one) => one.slice(-15).join(''))
        throw new Error(`Patroni did not get there:\n${logs.join('\n\n')}`)
      }
      await sleep(200)
    }
  }
  /** Resolves when one takes writes and `standbys` others follow it, one of them synchronously. */
  async function ready(standbys = 2): Promise<void> {
    const isReady = async () => {
      const now = await roles()
      return (
        now.length === standbys + 1 &&
        now.some(({ role }) => role === 'leader') &&
        now.some(({ role }) => role === 'sync_standby')
      )
    }
    await wait(isReady, 60).catch(async (error) => {
      const here = (await roles()).map(({ name }) => name)
      const away = members.filter(({ name }) => !here.includes(name))
      // Only what docs/scaling.md says of the one fault of Patroni.
      const lost = away.filter(({ log }) => log.join('').includes(LOST_WAY))
      if (lost.length === 0) throw error
      await (await leader()).ask(`reinit --force club ${lost.map(({ name }) => name).join(' ')}`)
      await wait(isReady, 60)
    })
  }
  async function leader(): Promise<Member> {
    const found = of((await roles()).find(({ role }) => role === 'leader')?.name ?? '')
    if (!found) throw new Error('There is no primary.')
    return found
  }

  // Patroni 3.0 ends with a stack trace when etcd does not know its version yet. A machine's init system starts it again.
  const hasVersion = async () =>
    !(await (await fetch(`${client}/version`)).text()).includes('not_decided')
  await wait(hasVersion, 60)
  for (const { start } of members) start()
  return {
    /** The address of the club's database. */
    url: `postgres://club:${PASSWORD}@${members.map(({ port }) => `localhost:${port}`).join()}/club`,
    ready,
    leader,
    /** Makes another machine the primary, as an organiser does. */
    async switchOver() {
      const answer = await (await leader()).ask('switchover --force')
      if (!answer.includes('Successfully switched over')) throw new Error(answer)
    },
    async stop() {
      await Promise.all(members.map((one) => one.stop()))
      etcd.kill('SIGTERM')
      await once(etcd, 'exit')
      rmSync(root, { recursive: true, force: true })
    },
  }
}
