import type { Page } from 'playwright'
import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import { pageHeap, workerHeap } from '../../e2e/support/heap.ts'
import { resetData } from '../../e2e/support/mock.ts'
import { ONE_PAGE, request, walkAbout } from '../../e2e/support/soak.ts'
import type { Bench, Benchmark } from '../bench.ts'
import { onNewDevice } from '../browser.ts'
import type { Measurement } from '../measurement.ts'

/** The memory of worker and page after many requests, compared with the memory before. */
export const soak: Benchmark = {
  id: 'soak',
  sites: ['app'],
  takesLong: true,
  measure: async (bench) =>
    onNewDevice(await bench.browser(), { baseURL: bench.sites.app.url }, async (page) => {
      // Before the log-in, so that the page never shows a deleted post.
      await page.goto('/')
      await resetData(page, ONE_PAGE)
      await logInAsGuest(page)
      return [...(await soakWorker(page, bench)), ...(await soakPage(page, bench))]
    }),
}

async function soakWorker(page: Page, bench: Bench): Promise<Measurement[]> {
  const requests = bench.runs(10_000, 500)
  await request(page, 300)
  const before = await workerHeap(page)
  await request(page, requests)
  const after = await workerHeap(page)
  return [inMegabytes(`Worker's heap after ${requestsText(requests)} of the API`, before, after)]
}

async function soakPage(page: Page, bench: Bench): Promise<Measurement[]> {
  await walkAbout(page, 100)
  const before = await pageHeap(page)
  const requests = await walkAbout(page, bench.runs(10_000, 200))
  const after = await pageHeap(page)
  const made = requestsText(requests)
  return [
    inMegabytes(`Page's heap after ${made} while using the app`, before.bytes, after.bytes),
    row(`Page's JavaScript objects after ${made}`, '', before.objects, after.objects),
    row(`Page's nodes after ${made}, including detached ones`, 'nodes', before.nodes, after.nodes),
  ]
}

function requestsText(requests: number): string {
  return `${requests.toLocaleString('en')} requests`
}

function inMegabytes(what: string, before: number, after: number): Measurement {
  return row(what, 'MB', before / 1_000_000, after / 1_000_000)
}

function row(what: string, unit: Measurement['unit'], before: number, after: number): Measurement {
  return { what, unit, values: [after], beside: { what: 'before', values: [before] } }
}
