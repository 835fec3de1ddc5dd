// Random requests to every route of a running club, without a browser. To repeat a run: FUZZ_SEED=<seed>. For a longer
// run: FUZZ_REQUESTS=100000.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { Dice } from '../../mocks/store/random.ts'
import type { Measured } from '../../server/testing/measured-club.ts'
import type { FuzzBody } from '../support/fuzz-body.ts'
import { clubRequest } from '../support/fuzz-club.ts'
import type { FuzzRequest } from '../support/fuzz-requests.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3_000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const BATCH = 50
const LANES = 8
const HANGS_MS = 30_000

/**
 * How many times longer than its idle median a request of another client may take, and what counts as idle on a busy
 * machine. Measured in the club, as the time in which it served no one else: this process is busy itself.
 */
const SLOWER = 10
const IDLE_MS = 15

/** A slow batch is repeated: only what is slow each time is slow because of the requests. */
const REPEATS = 3

/** The memory that a club may keep: caches, compiled code. */
const KEPT_BYTES = 80_000_000

test('a club survives any requests: no failure, nobody else waits, and memory comes back', async () => {
  test.setTimeout(120_000 + REQUESTS * 100)
  process.stdout.write(`  FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}\n`)
  const club = await startMeasured()
  const tokens = await Promise.all(['anna', 'ben'].map((name) => signUp(club.url, name)))
  const limit = SLOWER * Math.max(IDLE_MS, await medianTime(`${club.url}/api/users?limit=5`))
  const dice = new Dice(SEED)
  const known = [...tokens, `Bearer ${tokens[0]}`, `${tokens[0]?.slice(0, -4)}AAAA`, 'x.y.z', '']

  // Rows that the requests find, by their short ids.
  for (const content of ['One', 'Two', 'Three', 'Four', 'Five']) {
    const headers = { authorization: tokens[0] ?? '' }
    const body = JSON.stringify({ content })
    await fetch(`${club.url}/api/posts`, { method: 'POST', headers, body })
  }

  let before = 0
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < REQUESTS; sent += BATCH) {
    const requests = Array.from({ length: BATCH }, () => clubRequest(dice, known))
    const at = `FUZZ_SEED=${SEED}, after ${sent} requests`
    let slowest = Number.POSITIVE_INFINITY
    for (let run = 0; run < REPEATS && slowest > limit; run++) {
      await club.measure()
      const { defects, answered } = await sendBatch(club.url, requests)
      expect(defects, at).toEqual([])
      slowest = (await club.measure()).delay
      for (const status of answered) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(slowest, `${at}: ${JSON.stringify(requests).slice(0, 5_000)}`).toBeLessThan(limit)
    // Caches are filled and code is compiled by then.
    if (before === 0 && sent >= REQUESTS / 3) before = (await club.measure()).bytes
  }
  expect((await club.measure()).bytes - before).toBeLessThan(KEPT_BYTES)
  process.stdout.write(`  answered: ${[...statuses].map((one) => one.join(' x ')).join(', ')}\n`)
  await club.end()
})

async function sendBatch(url: string, requests: FuzzRequest[]) {
  const defects: unknown[] = []
  const answered: number[] = []
  let next = 0
  const lane = async () => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const { status, defect } = await sendOne(url, request)
      answered.push(status)
      if (defect) defects.push({ defect, request: JSON.stringify(request).slice(0, 600) })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { defects, answered }
}

async function sendOne(
  url: string,
  fuzzed: FuzzRequest,
  isRepeated = false,
): Promise<{ status: number; defect?: string }> {
  const { method, path, headers, body } = fuzzed
  let request: Request
  try {
    request = new Request(url + path, { method, headers, body: bodyOf(body) })
  } catch {
    // No HTTP client sends it.
    return { status: 0 }
  }
  try {
    const reply = await fetch(request, { signal: AbortSignal.timeout(HANGS_MS) })
    if (reply.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      await reply.body?.cancel()
      return { status: reply.status }
    }
    const text = await reply.text()
    return { status: reply.status, defect: defectOf(reply, method, text) }
  } catch (error) {
    // The club does not read the rest of a body that is too long.
    const isLate = /Timeout/.test(String(error))
    const isCut = sizeOf(body) > 60_000 && !isLate
    // The club may close an idle connection in the moment of a request, which clients then repeat on another one.
    if (!isCut && !isLate && !isRepeated) return sendOne(url, fuzzed, true)
    return { status: 0, defect: isCut ? undefined : `no reply: ${error}` }
  }
}

function defectOf(reply: Response, method: string, text: string): string | undefined {
  if (reply.status >= 500) return `a failure: ${reply.status} ${text.slice(0, 200)}`
  if (reply.status < 400 || method === 'HEAD') return undefined
  const isShape = reply.headers.get('Content-Type')?.startsWith('application/json')
  const { error } = isShape ? JSON.parse(text) : {}
  return typeof error?.[0] === 'string' ? undefined : `an error of another shape: ${text}`
}

function bodyOf(body: FuzzBody | undefined): BodyInit | undefined {
  if (!body) return undefined
  if ('text' in body) return body.text
  if ('bytes' in body) return new Uint8Array(body.bytes)
  if ('times' in body) return body.start + body.repeated.repeat(body.times) + body.end
  const form = new FormData()
  for (const [name, value] of body.form) {
    form.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]))
  }
  return form
}

function sizeOf(body: FuzzBody | undefined): number {
  const encoded = bodyOf(body)
  return typeof encoded === 'string' ? encoded.length : 0
}

async function timeOf(url: string): Promise<number> {
  const started = performance.now()
  await (await fetch(url)).text()
  return performance.now() - started
}

async function medianTime(url: string): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 41; count++) times.push(await timeOf(url))
  return times.sort((a, b) => a - b)[20] ?? 0
}

async function signUp(url: string, username: string): Promise<string> {
  const body = JSON.stringify({ username, password: 'Torque#1', name: username })
  const reply = await fetch(`${url}/api/auth/signup`, { method: 'POST', body })
  return (await reply.json()).encodedToken
}

async function startMeasured() {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-fuzz-'))
  const child = fork('server/testing/measured-club.ts', [join(folder, 'club.db')], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  })
  const [url] = await once(child, 'message')
  return {
    url: String(url),
    async measure(): Promise<Measured> {
      child.send('measure')
      return (await once(child, 'message'))[0]
    },
    async end() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}
