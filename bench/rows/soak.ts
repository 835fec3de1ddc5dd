import { logInAsGuest } from '../../e2e/support/fixtures.ts'
import { type PageHeap, pageHeap, workerHeap } from '../../e2e/support/heap.ts'
import { resetData } from '../../e2e/support/mock.ts'
import { ONE_PAGE, request, walkAbout } from '../../e2e/support/soak.ts'
import type { Bench, Samples } from '../bench.ts'

const MB = 1_000_000

/** The memory of worker and page before and after many requests, after a garbage collection. */
export async function soak(bench: Bench): Promise<Samples> {
  const page = await bench.device('app')
  // Before the log-in, so that the page never shows a deleted post.
  await page.goto('/')
  await resetData(page, ONE_PAGE)
  await logInAsGuest(page)

  await request(page, 300)
  const worker = await workerHeap(page)
  await request(page, bench.runs)
  const usedWorker = await workerHeap(page)
  await walkAbout(page, 100)
  const fresh = await pageHeap(page)
  await walkAbout(page, bench.runs)
  const used = await pageHeap(page)
  const toSample =
    (heap: number, { bytes, objects, nodes }: PageHeap) =>
    async () => ({
      worker: heap / MB,
      page: bytes / MB,
      objects,
      nodes,
    })
  return bench.sample({ before: toSample(worker, fresh), after: toSample(usedWorker, used) }, 1)
}
