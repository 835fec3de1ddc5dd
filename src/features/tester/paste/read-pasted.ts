import { isCurl, readCurl } from './curl.ts'
import { isFetch, readFetch } from './fetch-call.ts'
import { readHar } from './har.ts'
import { readOpenApi } from './openapi.ts'
import type { Pasted } from './pasted.ts'

/** In characters: about as much as a browser reads in a second. */
const MAX_LENGTH = 20_000_000
const MAX_REQUESTS = 500

/**
 * Reads a curl command, a call of `fetch`, a HAR or an entry of one, or an OpenAPI document as requests (R14.21). Sends
 * nothing.
 * @returns `undefined` for any other text, such as an address
 */
export function readPasted(text: string): Pasted | undefined {
  const isJson = /^\s*[{[]/.test(text)
  const isYaml = /^\s*(#[^\n]*\s+)?["']?(openapi|swagger)["']?\s*:/.test(text.slice(0, 2000))
  if (!isJson && !isYaml && !isCurl(text) && !isFetch(text)) return undefined
  if (text.length > MAX_LENGTH)
    return { requests: [], notes: ['This text is too long to be read.'] }
  if (isYaml) return { requests: [], notes: ['YAML is not supported. Paste the document as JSON.'] }
  const read = isJson ? readJson(text) : isCurl(text) ? readCurl(text) : readFetch(text)
  if (!read || read.requests.length <= MAX_REQUESTS) return read
  const note = `Only the first ${MAX_REQUESTS} of ${read.requests.length} requests were read.`
  return { requests: read.requests.slice(0, MAX_REQUESTS), notes: [note, ...read.notes] }
}

function readJson(text: string): Pasted | undefined {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return undefined
  }
  return readOpenApi(data) ?? readHar(data)
}
