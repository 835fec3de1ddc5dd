import type { Page } from 'playwright'
import { pageHeap, workerHeap } from '../../e2e/support/heap.ts'
import { resetData } from '../../e2e/support/mock.ts'
import { ONE_PAGE, request, walkAbout } from '../../e2e/support/soak.ts'
import type { Bench, Benchmark } from '../bench.ts'
import { onNewDevice } from '../browser.ts'
import { logInAsGuest } from '../guest.ts'
import type { Measurement } from '../measurement.ts'
import { POST } from '../painted.ts'

/** What worker and page hold after so many requests, beside what they held before. */
export const soak: Benchmark = {
  id: 'soak',
  sites: ['app'],
  takesLong: true,
  measure: async (bench) =>
    onNewDevice(await bench.browser(), { baseURL: bench.sites.app.url }, async (page) => {
      // Before the log-in, so that the page never shows a post that is gone.
      await page.goto('/')
      await resetData(page, ONE_PAGE)
      await logInAsGuest(page)
      await page.locator(POST).first().waitFor()
      return [...(await soakWorker(page, bench)), ...(await soakPage(page, bench))]
    }),
}

async function soakWorker(page: Page, bench: Bench): Promise<Measurement[]> {
  const requests = bench.runs(10_000, 500)
  await request(page, 300)
  const before = await workerHeap(page)
  await request(page, requests)
  const after = await workerHeap(page)
  return [inMegabytes(`Worker's heap after ${inWords(requests)} of the API`, before, after)]
}

async function soakPage(page: Page, bench: Bench): Promise<Measurement[]> {
  await walkAbout(page, 100)
  const before = await pageHeap(page)
  const requests = await walkAbout(page, bench.runs(10_000, 200))
  const after = await pageHeap(page)
  const made = inWords(requests)
  return [
    inMegabytes(`Page's heap after ${made} of the app in use`, before.bytes, after.bytes),
    row(`Page's objects of JavaScript after ${made}`, '', before.objects, after.objects),
    row(`Page's nodes after ${made}, detached ones too`, 'nodes', before.nodes, after.nodes),
  ]
}

function inWords(requests: number): string {
  return `${requests.toLocaleString('en')} requests`
}

function inMegabytes(what: string, before: number, after: number): Measurement {
  return row(what, 'MB', before / 1_000_000, after / 1_000_000)
}

function row(what: string, unit: Measurement['unit'], before: number, after: number): Measurement {
  return { what, unit, values: [after], beside: { what: 'before', values: [before] } }
}
