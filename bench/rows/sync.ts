import { request as send } from 'node:http'
import type { Page } from 'playwright'
import { fetchApi } from '../../e2e/support/mock.ts'
import { LocalServer } from '../../scripts/local-server.ts'
import { startClub } from '../../server/start.ts'
import { guest } from '../../src/contract/guest.ts'
import type { Bench, Samples } from '../bench.ts'
import { POST } from '../page.ts'
import { hostOf, outputOf } from '../sites.ts'

/** The time that the line adds to each reply of the club. */
const LINE_MS = 100
const WEEK = 5_000
const AT_ONCE = 20

/** A device of a club: 100 writes made offline, a change made elsewhere, and a week with 5,000 posts. */
export async function sync(bench: Bench): Promise<Samples> {
  // Builds the app.
  await hostOf('app')
  return bench.sample({ app: () => oneDevice(bench) })
}

async function oneDevice(bench: Bench): Promise<Samples<number>> {
  const club = await startClub(
    {
      host: 'localhost',
      port: 0,
      data: ':memory:',
      origin: [],
      controls: true,
      trustProxy: false,
      apiOnly: false,
    },
    { app: outputOf('app') },
  )
  const line = lineTo(club.url)
  await line.server.start()
  try {
    const page = await bench.open(`http://localhost:${line.server.port}/`)
    await page.goto('/')
    await page.getByRole('button', { name: 'Log in as guest' }).click()
    await page.locator(POST).first().waitFor()
    await synchronize(page)
    const token = await logIn(club.url)

    await page.context().setOffline(true)
    await writeHere(page, token, 100)
    await page.context().setOffline(false)
    const sent = await synchronize(page)
    const { posts } = await fetchJson<{ posts: { content: string }[] }>(club.url, '/api/posts')
    if (posts.filter(({ content }) => /^Here/.test(content)).length !== 100) {
      throw new Error('The writes have not arrived')
    }

    const written = Date.now()
    await writeThere(club.url, token, 'Elsewhere')
    await page
      .getByRole('button', { name: /new post/ })
      .or(page.getByText('Elsewhere'))
      .first()
      .waitFor()
    const elsewhere = Date.now() - written

    await page.context().setOffline(true)
    for (let n = 0; n < WEEK; n += AT_ONCE) {
      const texts = Array.from({ length: AT_ONCE }, (_, index) => `Post ${n + index}`)
      await Promise.all(texts.map((text) => writeThere(club.url, token, text)))
    }
    await page.context().setOffline(false)
    line.bytes = 0
    const week = await synchronize(page)
    const weekBytes = line.bytes / 1e6
    await page.context().close()
    return { sent, elsewhere, week, weekBytes }
  } finally {
    await line.server.stop()
    await club.close()
  }
}

/** Sends and pulls, as the page does when it is online. @returns the time in ms */
async function synchronize(page: Page): Promise<number> {
  return (await askWorker(page, 'SYNC')).ms
}

/** Sends a message to the worker, and returns its answer. */
function askWorker(page: Page, type: string): Promise<{ answer: { build: string }; ms: number }> {
  return page.evaluate(async (type) => {
    const { controller } = navigator.serviceWorker
    if (!controller) throw new Error('There is no worker')
    const started = performance.now()
    const { port1, port2 } = new MessageChannel()
    const reply = new Promise<MessageEvent>((resolve) => {
      port1.onmessage = resolve
    })
    controller.postMessage({ type }, [port2])
    const { answer, error } = (await reply).data
    if (error) throw new Error(error)
    return { answer, ms: performance.now() - started }
  }, type)
}

/** Requests of the app, which name its build, are done by the replica. */
async function writeHere(page: Page, token: string, count: number): Promise<void> {
  const { build } = (await askWorker(page, 'STATUS')).answer
  for (let n = 0; n < count; n++) {
    const headers = { authorization: token, 'App-Build': build }
    await fetchApi(page, 'POST /api/posts', { content: `Here ${n}` }, headers)
  }
}

async function writeThere(url: string, token: string, content: string): Promise<void> {
  const headers = { authorization: token, Prefer: 'return=minimal' }
  await fetchJson(url, '/api/posts', { method: 'POST', headers, body: JSON.stringify({ content }) })
}

async function logIn(url: string): Promise<string> {
  const init = { method: 'POST', body: JSON.stringify(guest) }
  return (await fetchJson<{ encodedToken: string }>(url, '/api/auth/login', init)).encodedToken
}

async function fetchJson<Reply>(url: string, path: string, init?: RequestInit): Promise<Reply> {
  const response = await fetch(url + path, init)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** A server in front of a club that passes everything on, later, and counts the bytes of replies. */
function lineTo(club: string) {
  const { hostname, port } = new URL(club)
  const line = {
    bytes: 0,
    server: new LocalServer((incoming, outgoing) => {
      const { method, url: path } = incoming
      const { origin: _, ...headers } = { ...incoming.headers, host: `${hostname}:${port}` }
      const passed = send({ hostname, port, method, path, headers }, (reply) => {
        setTimeout(() => {
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
          outgoing.flushHeaders()
          reply.on('data', (chunk: Buffer) => {
            line.bytes += chunk.length
          })
          reply.pipe(outgoing)
        }, LINE_MS)
      })
      passed.on('error', () => outgoing.destroy())
      outgoing.on('close', () => passed.destroy())
      incoming.pipe(passed)
    }),
  }
  return line
}
