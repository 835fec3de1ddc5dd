import type { Plugin } from 'vite'

const STATUS_TEXTS = /const httpStatusMessages = \{[^}]*\};/

/**
 * Leaves msw's table of status texts ("I'm a Teapot") out of the worker, 0.7 kB of it: msw wants it
 * for `HttpResponse` and its log, and our handlers answer plain responses. HTTP/2 has no such texts.
 */
export function withoutStatusTexts(): Plugin {
  let found = false
  return {
    name: 'without-status-texts',
    transform(code, id) {
      if (!id.includes('/msw/lib/') || !STATUS_TEXTS.test(code)) return undefined
      found = true
      return { code: code.replace(STATUS_TEXTS, 'const httpStatusMessages = {};'), map: null }
    },
    buildEnd(error) {
      if (!found && !error) this.error('msw has no table of status texts any more: remove this.')
    },
  }
}
