import { get, set } from 'idb-keyval'
import type { Fetch } from '../../../sync/device/line.ts'
import type { Faults } from '../../../sync/messages.ts'
import type { Changes } from '../../contract/changes.ts'
import { pageStore } from '../page-store.ts'

/** Changes arrive up to this much later, in ms. Shorter than the time after which an idle worker is stopped. */
const MAX_LATE_MS = 2_000

type Line = { fetch: Fetch; publish: (changes: Changes) => void }

/**
 * The line to a club with faults, which the tester turns on. They outlive the worker, in a store of their own: the
 * replica is replaced when it starts again.
 */
export function faultyLine({ fetch, publish }: Line) {
  const store = pageStore('gearheads-faults', 'faults')
  let reading: Promise<Faults> | undefined
  /** The paths whose last reply was lost. Of a sync with two requests, every second reply would always be the same one. */
  const lost = new Set<string>()

  const read = () => {
    reading ??= get<Faults>('faults', store).then(
      (faults = {}) => faults,
      () => ({}),
    )
    return reading
  }

  return {
    read,
    async change(faults: Faults): Promise<void> {
      reading = Promise.resolve(faults)
      await set('faults', faults, store)
    },
    async fetch(request: string | Request, init?: RequestInit): Promise<Response> {
      // A page's own request, which is passed on, has no faults.
      const { hold, loseReplies } = typeof request === 'string' ? await read() : {}
      if (hold) throw new TypeError('The line is held.')
      const response = await fetch(request, init)
      const path = `${request}`.split('?')[0] as string
      if (loseReplies && !lost.delete(path)) {
        lost.add(path)
        throw new TypeError('The reply was lost.')
      }
      return response
    },
    async publish({ by, changes }: Changes): Promise<void> {
      const { reorder } = await read()
      if (!reorder) return publish({ by, changes })
      for (const part of changes?.map((change) => [change]) ?? [undefined]) {
        setTimeout(publish, Math.random() * MAX_LATE_MS, { by, changes: part })
      }
    },
  }
}
