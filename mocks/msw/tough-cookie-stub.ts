/**
 * Stands in for `tough-cookie` in the worker's build (see vite.config.ts), where msw would keep a
 * cookie jar beside the browser's. The real one brings 120 kB (gz) of public-suffix list.
 */
export const Cookie = { fromJSON: () => null }

export class MemoryCookieStore {
  idx = {}
}

export class CookieJar {
  getCookiesSync(): [] {
    return []
  }

  async setCookie(): Promise<void> {}
}
