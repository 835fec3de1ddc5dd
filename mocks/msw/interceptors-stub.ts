/**
 * Stands in for `@mswjs/interceptors` in the worker's build (see vite.config.ts). msw's handlers take
 * these three from it; the rest, for patching `fetch` in a page, would be 4 kB (gz) of the worker.
 */
export function createRequestId(): string {
  return Math.random().toString(16).slice(2)
}

export function getCleanUrl(url: URL, isAbsolute = true): string {
  return isAbsolute ? url.origin + url.pathname : url.pathname
}

/** The real one allows statuses below 200 too; no handler of ours answers such. */
export const FetchResponse = Response
