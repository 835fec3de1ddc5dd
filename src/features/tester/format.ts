/** "0.4 ms", "412 ms", "2.05 s" */
export function formatMs(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`
  return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`
}

/** "512 B", "2.1 kB", "3.4 MB" */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Indents JSON text without parsing it: numbers keep their digits, and the text may be cut. */
export function indentJson(text: string): string {
  let depth = 0
  const newLine = () => `\n${'  '.repeat(Math.max(depth, 0))}`
  return text.replace(
    /"(?:\\[\s\S]|[^"\\])*"?|([[{])\s*([\]}])|[[\]{},:]|\s+/g,
    (token, open?: string, close?: string) => {
      if (open && close) return open + close
      if (token === '{' || token === '[') {
        depth++
        return token + newLine()
      }
      if (token === '}' || token === ']') {
        depth--
        return newLine() + token
      }
      if (token === ',') return token + newLine()
      if (token === ':') return ': '
      return token.trim() && token
    },
  )
}

/** Status texts for responses without one: from the worker or over HTTP/2. */
const STATUS_TEXTS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
}

/** "404 Not Found", also for a response without a status text. */
export function formatStatus(status: number, statusText = ''): string {
  return `${status} ${statusText || (STATUS_TEXTS[status] ?? '')}`.trim()
}

/** Shows characters without a shape, which could hide or reverse others, by their numbers: `\u{202e}`. Joiners are parts of words and emoji. */
export function visible(text: string): string {
  return text.replace(/\r\n|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => {
    if (char === '\r\n') return '\n'
    return /[\n\t\u200c\u200d]/.test(char) ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`
  })
}
