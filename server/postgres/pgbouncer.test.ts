import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { clubOfTwo, listen, startWriters } from '../testing/failover-scene.ts'
import { freePort } from '../testing/postgres.ts'
import { newFolder } from '../testing/run-api.ts'
import { giveToPostgres, startUnprivileged } from '../testing/unprivileged.ts'

const hasPgBouncer = spawnSync('/usr/sbin/pgbouncer', ['--version']).status === 0
if (!hasPgBouncer) console.warn('PgBouncer is not tested: apt-get install pgbouncer')

/** Connections of PgBouncer to the database, for all processes. */
const POOL_SIZE = 4

/** A database of its own, at its address and behind PgBouncer in transaction mode. */
async function pooled() {
  const direct = new URL(inject('postgres') ?? '')
  const admin = new pg.Client(direct.href)
  await admin.connect()
  onTestFinished(() => admin.end())
  const name = `d${crypto.randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.query(`CREATE ROLE ${name} SUPERUSER LOGIN PASSWORD 'pooled'`)
  direct.pathname = name
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    ...['[databases]', `${name} = host=localhost port=${direct.port} user=${name} password=pooled`],
    ...['[pgbouncer]', `listen_port = ${port}`, 'listen_addr = localhost', 'auth_type = any'],
    ...['pool_mode = transaction', `default_pool_size = ${POOL_SIZE}`, 'unix_socket_dir ='],
  ]
  writeFileSync(file, settings.join('\n'))
  chmodSync(folder, 0o755)
  giveToPostgres(folder)
  const child = startUnprivileged([], ['/usr/sbin/pgbouncer', file])
  onTestFinished(async () => {
    child.kill('SIGINT')
    await once(child, 'exit')
  })
  const url = Object.assign(new URL(direct.href), { port: String(port) })
  const isUp = async () => {
    const client = new pg.Client(url.href)
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  await expect.poll(isUp, { timeout: 20_000 }).toBe(true)
  const sessions = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = '${name}'`
  const countSessions = async () => (await admin.query(sessions)).rows[0].count as number
  return { url: url.href, direct: direct.href, countSessions }
}

test.skipIf(!hasPgBouncer)(
  'two processes share the sessions of PgBouncer in transaction mode, and learn of each other by the direct address',
  async () => {
    const { url, direct, countSessions } = await pooled()
    const club = await clubOfTwo(direct, url)
    const { urls, callAt, tokenOf, texts } = club
    const events = listen(urls[1] ?? '')
    const writers = startWriters(club)
    await writers.more(100)
    const sessions = await countSessions()
    await writers.stop()
    expect(sessions).toBeGreaterThan(0)
    expect(sessions).toBeLessThanOrEqual(POOL_SIZE)
    const body = { content: 'Live' }
    const options = { body, token: tokenOf(0), prefer: 'return=minimal' }
    const { _id } = (await callAt(0)('POST /api/posts', options)).data.posts[0] ?? expect.fail()
    await events.contains(_id)
    const own = (await texts()).filter((text) => text.startsWith('Writer'))
    expect(own.toSorted()).toEqual(writers.answered.toSorted())
    expect([...writers.statuses]).toEqual([201])
  },
)
