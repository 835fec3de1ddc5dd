import { request } from 'node:http'
import type { Page } from 'playwright'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import { fetchApi } from '../../e2e/support/mock.ts'
import { askWorker } from '../../e2e/support/pwa-fixtures.ts'
import { LocalServer } from '../../scripts/local-server.ts'
import { clubOptions } from '../../server/options.ts'
import { startClub } from '../../server/start.ts'
import { guest } from '../../src/contract/guest.ts'
import type { Bench, Samples } from '../bench.ts'
import { fetchJson } from '../load.ts'
import { hostOf, outputOf } from '../sites.ts'

/** The time that the line adds to each reply of the club. */
const LINE_MS = 100
const WEEK = 5_000
const AT_ONCE = 20

/** A device of a club: 100 writes made offline, a change made elsewhere, and a week with 5,000 posts. */
export async function sync(bench: Bench): Promise<Samples> {
  // Builds the app.
  await hostOf('app')
  const options = clubOptions(['--port', '0', '--data', ':memory:', '--controls'])
  return bench.sample({
    async app() {
      const club = await startClub(options, { app: outputOf('app') })
      const line = new Line(club.url)
      await line.start()
      try {
        return await oneDevice(bench, club.url, line)
      } finally {
        await line.stop()
        await club.close()
      }
    },
  })
}

async function oneDevice(bench: Bench, club: string, line: Line): Promise<Samples<number>> {
  const page = await bench.device(new URL(`http://localhost:${line.port}/`))
  await logInAsGuest(page)
  await synchronize(page)
  const init = { method: 'POST', body: JSON.stringify(guest) }
  const { encodedToken } = await fetchJson<{ encodedToken: string }>(`${club}/api/auth/login`, init)
  const headers = { authorization: encodedToken, Prefer: 'return=minimal' }
  const writeThere = (content: string) =>
    fetchJson(`${club}/api/posts`, { method: 'POST', headers, body: JSON.stringify({ content }) })

  await page.context().setOffline(true)
  // Requests of the app, which name its build, are done by the replica.
  const { build } = await askWorker(page, 'STATUS')
  for (let n = 0; n < 100; n++) {
    const ofApp = { authorization: encodedToken, 'App-Build': build }
    await fetchApi(page, 'POST /api/posts', { content: `Here ${n}` }, ofApp)
  }
  await page.context().setOffline(false)
  const sent = await synchronize(page)
  const { posts } = await fetchJson<{ posts: { content: string }[] }>(`${club}/api/posts`)
  if (posts.filter(({ content }) => /^Here/.test(content)).length !== 100)
    throw new Error('The writes have not arrived')

  const written = performance.now()
  await writeThere('Elsewhere')
  const shown = page.getByRole('button', { name: /new post/ }).or(page.getByText('Elsewhere'))
  await shown.first().waitFor()
  const elsewhere = performance.now() - written

  await page.context().setOffline(true)
  for (let n = 0; n < WEEK; n += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => writeThere(`Post ${n + at}`)))
  await page.context().setOffline(false)
  line.bytes = 0
  const week = await synchronize(page)
  await page.context().close()
  return { sent, elsewhere, week, weekBytes: line.bytes / 1e6 }
}

/** Sends and pulls, as the page does when it is online. @returns the time in ms */
async function synchronize(page: Page): Promise<number> {
  const start = performance.now()
  await askWorker(page, 'SYNC')
  return performance.now() - start
}

/** A server in front of a club that passes everything on, later, and counts the bytes of replies. */
class Line extends LocalServer {
  bytes = 0

  constructor(club: string) {
    const { hostname, port, host } = new URL(club)
    super((incoming, outgoing) => {
      const { method, url: path } = incoming
      const { origin: _, ...headers } = { ...incoming.headers, host }
      const passed = request({ hostname, port, method, path, headers }, (reply) => {
        setTimeout(() => {
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
          outgoing.flushHeaders()
          reply.on('data', (chunk: Buffer) => {
            this.bytes += chunk.length
          })
          reply.pipe(outgoing)
        }, LINE_MS)
      })
      passed.on('error', () => outgoing.destroy())
      outgoing.on('close', () => passed.destroy())
      incoming.pipe(passed)
    })
  }
}
