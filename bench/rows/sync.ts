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

/** A device of a club: 100 writes made offline, and a change made elsewhere. */
export async function sync(bench: Bench): Promise<Samples> {
  // Builds the app.
  await hostOf('app')
  const options = clubOptions(['--port', '0', '--data', ':memory:', '--controls'])
  return bench.sample({
    async app() {
      const club = await startClub(options, { app: outputOf('app') })
      const line = lineTo(club.url)
      await line.start()
      try {
        return await oneDevice(bench, club.url, line.port)
      } finally {
        await line.stop()
        await club.close()
      }
    },
  })
}

async function oneDevice(bench: Bench, club: string, port: number): Promise<Samples<number>> {
  const page = await bench.device(new URL(`http://localhost:${port}/`))
  await logInAsGuest(page)
  await synchronize(page)
  const init = { method: 'POST', body: JSON.stringify(guest) }
  const { encodedToken } = await fetchJson<{ encodedToken: string }>(`${club}/api/auth/login`, init)

  await page.context().setOffline(true)
  // The replica does requests as the app sends them: with the name of its build, and for its viewer.
  const { build } = await askWorker(page, 'STATUS')
  for (let n = 0; n < 100; n++) {
    const ofApp = { authorization: encodedToken, 'App-Build': build, Prefer: 'people=own' }
    await fetchApi(page, 'POST /api/posts', { content: `Here ${n}` }, ofApp)
  }
  await page.context().setOffline(false)
  const sent = await synchronize(page)
  const { posts } = await fetchJson<{ posts: { content: string }[] }>(`${club}/api/posts`)
  if (posts.filter(({ content }) => /^Here/.test(content)).length !== 100)
    throw new Error('The writes have not arrived')

  const written = performance.now()
  const body = JSON.stringify({ content: 'Elsewhere' })
  const headers = { authorization: encodedToken }
  await fetchJson(`${club}/api/posts`, { method: 'POST', headers, body })
  const shown = page.getByRole('button', { name: /new post/ }).or(page.getByText('Elsewhere'))
  await shown.first().waitFor()
  const elsewhere = performance.now() - written
  await page.context().close()
  return { sent, elsewhere }
}

/** Sends and pulls, as the page does when it is online, until nothing waits. @returns the time in ms */
async function synchronize(page: Page): Promise<number> {
  const start = performance.now()
  // A try that began before the line was back sends nothing.
  for (let tries = 0; tries < 10; tries++) {
    await askWorker(page, 'SYNC')
    const { pending } = await askWorker(page, 'SYNC_STATUS')
    if (pending.length === 0) return performance.now() - start
  }
  throw new Error('Writes still wait')
}

/** A server in front of a club that passes everything on, later. */
function lineTo(club: string): LocalServer {
  const { hostname, port, host } = new URL(club)
  return new LocalServer((incoming, outgoing) => {
    const { method, url: path } = incoming
    const { origin: _, ...headers } = { ...incoming.headers, host }
    const passed = request({ hostname, port, method, path, headers }, (reply) => {
      setTimeout(() => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        outgoing.flushHeaders()
        reply.pipe(outgoing)
      }, LINE_MS)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
}
