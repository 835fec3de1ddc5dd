// Random requests to every route of a running club. To repeat a run: FUZZ_SEED=<seed>. For a longer run: FUZZ_REQUESTS=100000.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { FuzzBody } from '../e2e/support/fuzz-body.ts'
import type { FuzzRequest } from '../e2e/support/fuzz-requests.ts'
import { Dice } from '../mocks/store/random.ts'
import { callThrough } from '../src/client/call-through.ts'
import { clubRequest } from './testing/fuzz-club.ts'
import type { Measured } from './testing/measured-club.ts'
import { newFolder } from './testing/run-api.ts'

const PROGRAM = fileURLToPath(new URL('testing/measured-club.ts', import.meta.url))
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

test(
  'a club survives any requests: no failure, nobody else waits, and memory comes back',
  async () => {
    const { url, measure } = await startMeasured()
    const call = callThrough((path, init) => fetch(url + path, init))
    const signUp = async (username: string) => {
      const body = { username, password: 'Torque#1', name: username }
      return (await call('POST /api/auth/signup', { body })).data.encodedToken
    }
    const [token, other] = [await signUp('anna'), await signUp('ben')]
    // Rows that the requests find, by their short ids.
    for (const content of ['One', 'Two', 'Three', 'Four', 'Five'])
      await call('POST /api/posts', { body: { content }, token })
    const known = [token, other, `Bearer ${token}`, `${token.slice(0, -4)}AAAA`, 'x.y.z', '']
    const limit = SLOWER * Math.max(IDLE_MS, await medianTime(`${url}/api/users?limit=5`))
    const dice = new Dice(SEED)
    let before = 0
    for (let sent = 0; sent < REQUESTS; sent += BATCH) {
      const requests = Array.from({ length: BATCH }, () => clubRequest(dice, known))
      const at = `FUZZ_SEED=${SEED}, after ${sent} requests`
      let slowest = Number.POSITIVE_INFINITY
      for (let run = 0; run < REPEATS && slowest > limit; run++) {
        await measure()
        expect(await sendBatch(url, requests), at).toEqual([])
        slowest = (await measure()).delay
      }
      expect(slowest, `${at}: ${JSON.stringify(requests).slice(0, 5_000)}`).toBeLessThan(limit)
      // Caches are filled and code is compiled by then.
      if (before === 0 && sent >= REQUESTS / 3) before = (await measure()).bytes
    }
    expect((await measure()).bytes - before).toBeLessThan(KEPT_BYTES)
  },
  120_000 + REQUESTS * 100,
)

/** Sends them, several at a time. @returns the requests whose replies must never happen */
async function sendBatch(url: string, requests: FuzzRequest[]) {
  const defects: { defect: string; request: string }[] = []
  const left = [...requests]
  const lane = async () => {
    for (let request = left.shift(); request; request = left.shift()) {
      const defect = await sendOne(url, request)
      if (defect) defects.push({ defect, request: JSON.stringify(request).slice(0, 600) })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return defects
}

async function sendOne(
  url: string,
  fuzzed: FuzzRequest,
  isRepeated = false,
): Promise<string | undefined> {
  const { method, path, headers } = fuzzed
  const body = bodyOf(fuzzed.body)
  let request: Request
  try {
    request = new Request(url + path, { method, headers, body })
  } catch {
    // No HTTP client sends it.
    return undefined
  }
  try {
    const reply = await fetch(request, { signal: AbortSignal.timeout(HANGS_MS) })
    if (reply.headers.get('Content-Type')?.startsWith('text/event-stream'))
      return void (await reply.body?.cancel())
    return defectOf(reply, method, await reply.text())
  } catch (error) {
    if (/Timeout/.test(String(error))) return `no reply: ${error}`
    // The club does not read the rest of a body that is too long.
    if (typeof body === 'string' && body.length > 60_000) return undefined
    // The club may close an idle connection in the moment of a request, which clients then repeat on another one.
    return isRepeated ? `no reply: ${error}` : sendOne(url, fuzzed, true)
  }
}

function defectOf(reply: Response, method: string, text: string): string | undefined {
  if (reply.status >= 500) return `a failure: ${reply.status} ${text.slice(0, 200)}`
  if (reply.status < 400 || method === 'HEAD') return undefined
  const isJson = reply.headers.get('Content-Type')?.startsWith('application/json')
  const { error } = isJson ? JSON.parse(text) : {}
  return typeof error?.[0] === 'string' ? undefined : `an error of another shape: ${text}`
}

function bodyOf(body: FuzzBody | undefined): BodyInit | undefined {
  if (!body) return undefined
  if ('text' in body) return body.text
  if ('bytes' in body) return new Uint8Array(body.bytes)
  if ('times' in body) return body.start + body.repeated.repeat(body.times) + body.end
  const form = new FormData()
  for (const [name, value] of body.form)
    form.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]))
  return form
}

async function medianTime(url: string): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 41; count++) {
    const started = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[20] ?? 0
}

async function startMeasured() {
  const { data, remove } = newFolder()
  const execArgv = ['--expose-gc', '--disable-warning=ExperimentalWarning']
  const child = fork(PROGRAM, [data], { execPath: process.execPath, execArgv })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await exited
    remove()
  })
  const [url] = await once(child, 'message')
  const measure = async (): Promise<Measured> => {
    child.send('measure')
    return (await once(child, 'message'))[0]
  }
  return { url: String(url), measure }
}
