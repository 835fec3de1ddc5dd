import { onServer } from '../../../client/server-address.ts'

export type AnswerSource = 'worker' | 'network'
type Entry = Pick<PerformanceResourceTiming, 'workerStart' | 'nextHopProtocol'>

/** The browser may report a request a little after its answer; no longer than this is waited. */
const REPORT_LIMIT_MS = 200

/** Whether an address is one that the worker answers itself, and that must not reach the host. */
export function isOurApi(url: string): boolean {
  if (!URL.canParse(url, location.href)) return false
  const { origin, pathname } = new URL(url, location.href)
  return origin === location.origin && pathname.startsWith('/api/')
}

/**
 * Watch where the answer to a request that starts now comes from.
 * @returns what to call when it is there; it gives nothing when the browser does not say
 */
export function watchSource(url: string): () => Promise<AnswerSource | undefined> {
  if (!import.meta.env.VITE_API_URL && isOurApi(url)) return async () => 'worker'
  const address = import.meta.env.VITE_API_URL ? onServer(url) : url
  let report = (_entry?: Entry) => {}
  const reported = new Promise<Entry | undefined>((resolve) => {
    report = resolve
  })
  const observer = new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName(new URL(address, location.href).href)
    if (entry) report(entry as PerformanceResourceTiming)
  })
  observer.observe({ type: 'resource' })
  return async () => {
    const limit = setTimeout(report, REPORT_LIMIT_MS)
    const entry = await reported
    clearTimeout(limit)
    observer.disconnect()
    return sourceIn(entry)
  }
}

/** The worker sees every request of the page; only one that it passed on has a network protocol. */
export function sourceIn(entry: Entry | undefined): AnswerSource | undefined {
  if (!entry) return undefined
  return entry.workerStart > 0 && entry.nextHopProtocol === '' ? 'worker' : 'network'
}
