import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { guest } from '../../src/contract/guest.ts'
import { clubOptions } from '../options.ts'
import { club, httpApi, rawRequest } from '../testing/http-api.ts'
import { newFolder } from '../testing/run-api.ts'
import { RecentCount, SeenDevices } from './metrics.ts'

/** The samples of a text in the format of OpenMetrics. */
function samplesOf(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\S+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

async function scrape(send: (path: string, init?: RequestInit) => Promise<Response>) {
  const reply = await send('/metrics')
  return samplesOf(await reply.text())
}

test('/metrics is a text of OpenMetrics, with each family once, and an end', async () => {
  const { send } = await httpApi()
  await send('/api/posts')
  const reply = await send('/metrics')
  expect(reply.headers.get('Content-Type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  )
  const text = await reply.text()
  expect(text.endsWith('# EOF\n')).toBe(true)
  const families = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)]
  expect(families.length).toBeGreaterThan(8)
  expect(new Set(families.map(([, name]) => name)).size).toBe(families.length)
  const types = new Map(families.map(([, name = '', type = '']) => [name, type]))
  const suffixes: Record<string, RegExp> = {
    counter: /^_total$/,
    gauge: /^$/,
    histogram: /^_(bucket|sum|count)$/,
  }
  for (const sample of Object.keys(samplesOf(text))) {
    const name = sample.replace(/\{.*/, '')
    const family = [...types.keys()].find(
      (one) => name.startsWith(one) && suffixes[types.get(one) ?? '']?.test(name.slice(one.length)),
    )
    expect([sample, family]).toEqual([sample, expect.any(String)])
  }
})

test('requests are counted by route and status, not by path, and their times by route', async () => {
  const { send } = await httpApi()
  await send('/api/posts/none-1')
  await send('/api/posts/none-2')
  await send('/api/posts?limit=1')
  const samples = await scrape(send)
  const labels = (route: string, status: number) =>
    `gearheads_requests_total{method="GET",route="${route}",status="${status}"}`
  expect(samples).toMatchObject({
    [labels('/api/posts/:postId', 404)]: 2,
    [labels('/api/posts', 200)]: 1,
    'gearheads_request_duration_seconds_bucket{le="+Inf",method="GET",route="/api/posts/:postId"}': 2,
  })
  expect(Object.keys(samples).join()).not.toContain('none-1')
})

test('replies of the limits are counted with their route', async () => {
  const { send } = await club({ limits: { requests: { burst: 2, perSecond: 0.001 } } })
  for (let count = 0; count < 4; count++) await send('/api/posts?limit=1')
  const own = await send('/metrics')
  expect(own.status).toBe(429)
  const { send: other } = await club({ limits: { logIns: { burst: 1, perSecond: 0.001 } } })
  const logIn = { method: 'POST', body: '{}' }
  await other('/api/auth/login', logIn)
  await other('/api/auth/login', logIn)
  const labels = 'method="POST",route="/api/auth/login",status="429"'
  expect(await scrape(other)).toMatchObject({ [`gearheads_requests_total{${labels}}`]: 1 })
})

test('refused writes, event streams, devices and the room that the data take are counted', async () => {
  const { folder, data, remove } = newFolder()
  onTestFinished(remove)
  const { send, post } = await httpApi({ data: join(folder, 'club.db') })
  expect(data).toContain(folder)
  const { encodedToken, foundUser } = await (await post('/api/auth/login', guest)).json()
  const headers = { authorization: encodedToken, 'User-Agent': 'A browser' }
  await post('/api/posts', { content: 'x' }, headers)
  await post('/api/posts/like/none', {}, headers)
  await post('/api/posts', { content: 'x' })
  const write = {
    name: '01939e5c-7a00-7000-8000-000000000002',
    call: 'POST /api/posts/like/:postId',
    params: { postId: 'none' },
    authorization: encodedToken,
  }
  const sync = { since: '', viewers: [foundUser._id], tokens: [], nonce: '1', writes: [write] }
  await post('/api/changes', sync, headers)
  await send(`/api/replica?viewer=${foundUser._id}`, { headers })
  await send(`/api/replica?viewer=${foundUser._id}`, { headers: { 'User-Agent': 'Another' } })
  const leaving = new AbortController()
  await send('/api/changes', { signal: leaving.signal })
  const samples = await scrape(send)
  expect(samples).toMatchObject({
    'gearheads_refused_writes_total{status="404"}': 3,
    gearheads_event_streams: 1,
    gearheads_devices: 2,
  })
  expect(samples.gearheads_database_bytes).toBeGreaterThan(10_000)
  expect(samples.gearheads_disk_free_bytes).toBeGreaterThan(0)
  expect(samples.process_resident_memory_bytes).toBeGreaterThan(1e6)
  leaving.abort()
  await expect.poll(async () => (await scrape(send)).gearheads_event_streams).toBe(0)
})

test('programs on this machine read the metrics, and nobody through a proxy on it', async () => {
  for (const trustProxy of [false, true]) {
    const { url, send } = await club({
      host: '127.0.0.1',
      origin: ['https://club.example.com'],
      trustProxy,
    })
    expect((await send('/metrics')).status).toBe(200)
    for (const header of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via']) {
      expect((await send('/metrics', { headers: { [header]: '127.0.0.1' } })).status).toBe(403)
    }
    // A proxy that names no client keeps the name of the club.
    const { status, body } = await rawRequest(url, [
      'GET /metrics HTTP/1.1',
      'Host: club.example.com',
    ])
    expect([status, body]).toEqual([403, expect.stringContaining('--metrics-token')])
  }
})

test('another machine reads the metrics with the token only', async () => {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const file = join(folder, 'token')
  writeFileSync(file, 'a-token-of-24-characters\n')
  const { metricsToken } = clubOptions(['--metrics-token', file])
  const { send } = await club({ metricsToken, trustProxy: true })
  const statusWith = async (authorization: string) => {
    const headers = { 'X-Forwarded-For': '192.0.2.1', authorization }
    return (await send('/metrics', { headers })).status
  }
  expect(await statusWith('Bearer a-token-of-24-characters')).toBe(200)
  expect(await statusWith('Bearer a-token-of-24-characterz')).toBe(403)
  expect(await statusWith('')).toBe(403)
  writeFileSync(file, 'short')
  expect(() => clubOptions(['--metrics-token', file])).toThrow('at least 16 characters')
})

test('a device is counted once a day, by its users and its browser', () => {
  const devices = new SeenDevices()
  const HOUR = 3_600_000
  devices.add(['anna', 'bert'], 'A browser', 0)
  devices.add(['bert', 'anna'], 'A browser', HOUR)
  devices.add(['anna'], 'A browser', 2 * HOUR)
  devices.add(['anna'], 'Another', 3 * HOUR)
  devices.add([], 'Nobody has logged in', 3 * HOUR)
  expect(devices.count(4 * HOUR)).toBe(3)
  expect(devices.count(25.5 * HOUR)).toBe(2)
  expect(devices.count(30 * HOUR)).toBe(0)
})

test('requests of the last minute are counted', () => {
  const requests = new RecentCount()
  requests.add(0)
  requests.add(500)
  requests.add(30_000)
  expect(requests.count(59_000)).toBe(3)
  expect(requests.count(61_000)).toBe(1)
  expect(requests.count(200_000)).toBe(0)
})
