import { onServer } from '../../../client/server-address.ts'

export type AnswerSource = 'worker' | 'network'
type Entry = Pick<PerformanceResourceTiming, 'workerStart' | 'nextHopProtocol'>

/** A browser may add the resource timing entry after the response. Later entries are ignored. */
const ENTRY_TIMEOUT_MS = 200

/** Whether a URL belongs to the API of this app, which the worker answers. */
export function isOwnApi(url: string): boolean {
  if (!URL.canParse(url, location.href)) return false
  const { origin, pathname } = new URL(url, location.href)
  return origin === location.origin && pathname.startsWith('/api/')
}

/**
 * Observes the source of the answer to a request that starts now.
 * @returns a function to call after the answer; it resolves to undefined if the browser has no entry
 */
export function watchSource(url: string): () => Promise<AnswerSource | undefined> {
  if (!import.meta.env.VITE_API_URL && isOwnApi(url)) return async () => 'worker'
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
    const timeout = setTimeout(report, ENTRY_TIMEOUT_MS)
    const entry = await reported
    clearTimeout(timeout)
    observer.disconnect()
    return sourceOf(entry)
  }
}

/** The worker handles every request of the page. Only those that it forwards have a network protocol. */
export function sourceOf(entry: Entry | undefined): AnswerSource | undefined {
  if (!entry) return undefined
  return entry.workerStart > 0 && entry.nextHopProtocol === '' ? 'worker' : 'network'
}
