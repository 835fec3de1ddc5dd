import { BUILD } from '../../../pwa/build.ts'
import { REDACTED } from '../redact.ts'
import { type Recorded, toStep } from './recorded.ts'

/** Writes a HAR 1.2 file (http://www.softwareishard.com/blog/har-12-spec/). */
export function toHar(exchanges: readonly Recorded[], viewer?: string): string {
  const creator = { name: 'Gearheads', version: String(BUILD) }
  const entries = exchanges.map((exchange) => toEntry(exchange, viewer))
  return JSON.stringify({ log: { version: '1.2', creator, pages: [], entries } }, null, 2)
}

/** HAR's value for a size that is not known. */
const UNKNOWN = -1
const SHARED = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: UNKNOWN }

function toEntry(exchange: Recorded, viewer?: string) {
  const { at = 0, timeMs = 0, answer, isCut } = exchange
  const { method, url, headers, data, user } = toStep(exchange, viewer)
  const text = data === undefined ? '' : JSON.stringify(data)
  const content = isCut
    ? { comment: 'Not kept: the history keeps no responses over 200 kB.' }
    : { text: answer?.text ?? '' }
  return {
    startedDateTime: new Date(at).toISOString(),
    time: timeMs,
    request: {
      ...SHARED,
      method,
      url,
      headers: pairs(Object.entries({ ...headers, ...(user && { authorization: REDACTED }) })),
      queryString: pairs(URL.canParse(url) ? [...new URL(url).searchParams] : []),
      ...(text && { postData: { mimeType: headers['content-type'] ?? '', text } }),
      bodySize: new TextEncoder().encode(text).length,
    },
    response: {
      ...SHARED,
      status: answer?.status ?? 0,
      statusText: answer?.statusText ?? '',
      headers: pairs(Object.entries(answer?.headers ?? {})),
      content: {
        size: answer?.bytes ?? 0,
        mimeType: answer?.headers['content-type'] ?? '',
        ...content,
      },
      redirectURL: '',
      bodySize: answer?.bytes ?? UNKNOWN,
    },
    cache: {},
    timings: { send: 0, wait: timeMs, receive: 0 },
  }
}

const pairs = (entries: [string, string][]) => entries.map(([name, value]) => ({ name, value }))
