/**
 * Stands in for `tough-cookie` and `cookie` in the worker's build (see vite.config.ts): the browser
 * keeps our cookies, and no handler reads one. The real ones bring 120 kB (gz), most of it a list of
 * public suffixes.
 */
export const Cookie = {}
export class MemoryCookieStore {}
export class CookieJar {}

export function parseCookie(): Record<string, string> {
  return {}
}
