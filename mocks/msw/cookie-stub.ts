/**
 * Replaces `tough-cookie` in the build (scripts/vite/stubs.ts): the browser keeps our cookies, and no handler
 * reads one. The package adds 116 kB (gz) to the worker, most of it a list of public suffixes.
 */
export const Cookie = {}
export class MemoryCookieStore {}
export class CookieJar {}
