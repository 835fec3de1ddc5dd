import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { REPLICA_PATH } from '../../src/contract/changes.ts'
import { clubOfTwo, listen, startWriters } from '../testing/failover-scene.ts'
import { hasPatroni, startPatroni, TTL } from '../testing/patroni.ts'
import { canMount, smallDisk } from '../testing/small-disk.ts'

if (!hasPatroni) {
  console.warn('Failover is not tested: apt-get install patroni etcd-server postgresql')
}

const SLOW = { timeout: 60_000 }
/** Patroni's own time for a promotion, and five seconds for the club. A busy machine has twice as long. */
const PROMOTED = { timeout: 2 * (TTL + 5) * 1000 }

test.skipIf(!hasPatroni)(
  'no answered write is lost or doubled when the primary dies, is cut off, or is switched, and replicas go on',
  { timeout: 300_000 },
  async () => {
    const patroni = await startPatroni()
    onTestFinished(patroni.stop, 60_000)
    await patroni.ready()
    const club = await clubOfTwo(patroni.url)
    const { urls, callAt, tokenOf, posts, texts } = club
    const phones = await Promise.all([4, 5].map(club.phone))
    const events = listen(urls[1] ?? '')
    const writers = startWriters(club)
    let isDone = false
    const made: string[] = []
    const writing = phones.map(async ({ post, sync, paths }, index) => {
      paths.length = 0
      for (let n = 0; !isDone; n++) {
        const content = `Phone ${index}/${n}`
        await post(content)
        made.push(content)
        await sync()
      }
    })
    await writers.more(20)

    const dead = await patroni.leader()
    await dead.kill()
    await writers.more(20, PROMOTED)
    dead.start()
    await patroni.ready()
    await events.renewed(1)

    const alone = await patroni.leader()
    alone.cutOff()
    await writers.more(20, PROMOTED)
    expect((await patroni.leader()).name).not.toBe(alone.name)
    alone.reconnect()
    await patroni.ready()
    await events.renewed(2)

    await patroni.switchOver()
    await writers.more(20, PROMOTED)
    await patroni.ready()
    await events.renewed(3)

    // Changes of one process reach the other again.
    const body = { content: 'Live' }
    const options = { body, token: tokenOf(0), prefer: 'return=minimal' }
    const { _id } = (await callAt(0)('POST /api/posts', options)).data.posts[0] ?? expect.fail()
    await events.contains(_id)
    isDone = true
    await Promise.all([...writing, writers.stop()])
    for (const { sync } of [...phones, ...phones]) {
      await expect.poll(sync, { timeout: 20_000 }).toBe(true)
    }
    const expected = [...writers.answered, ...made, 'Live']
    const own = (await texts()).filter((text) => /^(Writer|Phone|Live)/.test(text))
    expect(own.toSorted()).toEqual(expected.toSorted())
    expect([...writers.statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    const all = await posts()
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (const { device, paths, read } of phones) {
      expect(await device.pending()).toEqual([])
      expect(await read()).toEqual(all)
      // It has pulled only what was missing.
      expect(paths).not.toContain(REPLICA_PATH)
    }
  },
)

test.skipIf(!hasPatroni || !canMount)(
  'no answered write is lost or doubled when the disk of the primary is full',
  { timeout: 300_000 },
  async () => {
    const disks = [1, 2, 3].map(() => smallDisk(300))
    const patroni = await startPatroni(disks.map(({ folder }) => folder))
    onTestFinished(patroni.stop, 60_000)
    await patroni.ready()
    const club = await clubOfTwo(patroni.url)
    const writers = startWriters(club)
    await writers.more(20)
    async function fillDisk() {
      const leader = await patroni.leader()
      const disk = disks.find(({ folder }) => leader.folder.startsWith(folder)) ?? expect.fail()
      disk.fill()
      return [leader, disk] as const
    }

    const [full, disk] = await fillDisk()
    await expect.poll(() => [...writers.statuses], SLOW).toContain(507)
    // Patroni does nothing while PostgreSQL runs.
    await patroni.switchOver()
    await writers.more(20, PROMOTED)
    expect((await patroni.leader()).name).not.toBe(full.name)
    disk.clear()
    await patroni.ready()

    const [crashed, other] = await fillDisk()
    const newFile = () => crashed.query('SELECT pg_switch_wal()').then(String, () => 'crashed')
    await expect.poll(newFile, SLOW).toBe('crashed')
    await writers.more(20, PROMOTED)
    expect((await patroni.leader()).name).not.toBe(crashed.name)
    other.clear()
    await patroni.ready()

    await writers.stop()
    const own = (await club.texts()).filter((text) => text.startsWith('Writer'))
    expect(own.toSorted()).toEqual(writers.answered.toSorted())
    const isExpected = (status: number) => [201, 503, 507].includes(status)
    expect([...writers.statuses].filter((status) => !isExpected(status))).toEqual([])
  },
)

test.skipIf(!hasPatroni)(
  "the database's settings are changed with Patroni's password only, and patronictl has it",
  { timeout: 180_000 },
  async () => {
    const patroni = await startPatroni()
    onTestFinished(patroni.stop, 60_000)
    await patroni.ready()
    const { ask, rest } = await patroni.leader()
    const settings = async () => (await fetch(`${rest}/config`)).json()
    const before = await settings()
    const body = JSON.stringify({ postgresql: { parameters: { archive_command: 'false' } } })

    const refused = await fetch(`${rest}/config`, { method: 'PATCH', body })
    expect(refused.status).toBe(401)
    expect(await settings()).toEqual(before)
    for (const path of ['/switchover', '/restart', '/reinitialize']) {
      expect((await fetch(rest + path, { method: 'POST', body: '{}' })).status).toBe(401)
    }

    expect(await ask('list')).toMatch(/Leader.*running/)
    await ask('edit-config --force --set postgresql.parameters.work_mem=8MB')
    expect(await ask('show-config')).toContain('work_mem: 8MB')
    expect(await ask('restart club --role replica --force')).toContain('Success: restart')
    // A balancer asks without it.
    expect((await fetch(`${rest}/primary`)).status).toBe(200)
  },
)

test.skipIf(!hasPatroni)('Patroni does not start with the documented files and no password', () => {
  const script = 'set -a; . ./env.conf; exec patroni patroni.yml'
  const cwd = 'examples/patroni'
  const { status, stderr } = spawnSync('sh', ['-c', script], { cwd, timeout: 30_000 })
  expect(stderr.toString()).toContain("KeyError: 'password'")
  expect(status).toBe(1)
})
