import * as v from 'valibot'
import type { NewOverride } from '../../../contract/settings.ts'
import { formatBytes } from '../format.ts'
import { isHeader, isJsonType } from '../request/request-model.ts'
import {
  type Field,
  formOf,
  header,
  type Imported,
  Reading,
  URL_ENCODED,
  withQuery,
} from './reading.ts'
import { listOf, textOf, treeOf } from './tree.ts'

/** Keys of a HAR that are not about its requests, or say the same again. */
const NOUNS = {
  ...{ creator: '', browser: '', version: '', pages: '', pageref: '', cache: '', timings: '' },
  ...{ time: '', startedDateTime: '', connection: '', serverIPAddress: '', httpVersion: '' },
  ...{ headersSize: '', bodySize: '', comment: '', mimeType: '' },
  // Of a cookie.
  ...{ path: '', domain: '', expires: '', httpOnly: '', secure: '', sameSite: '' },
  response: 'reply',
}

/** Reads a HAR, entries of one, or the request of an entry. @returns `undefined` if it is something else */
export function readHar(document: unknown): Imported | undefined {
  const { entries } = treeOf(treeOf(document).log)
  const isHar = Array.isArray(entries)
  const isEntry = (value: unknown) =>
    typeof treeOf(treeOf(value).request ?? value).url === 'string' &&
    typeof treeOf(treeOf(value).request ?? value).method === 'string'
  const found = isHar ? entries : [document].flat()
  if (!isHar && !found.some(isEntry)) return undefined
  const reading = new Reading()
  const nouns: Record<string, string> = NOUNS
  reading.readDocument(isHar ? treeOf(document).log : document, nouns, (data, whole) => {
    for (const entry of isHar ? listOf(treeOf(data).entries) : [data].flat()) {
      if (!isEntry(entry)) reading.leave('malformed entry')
      else readRequest(treeOf(treeOf(entry).request ?? entry), reading, whole)
    }
  })
  return { ...reading.done(), ...(isHar && repliesOf(found)) }
}

type Whole = <V>(part: V) => V

function readRequest(request: Record<string, unknown>, reading: Reading, whole: Whole): void {
  const { method, url, headers, postData, cookies, queryString } = request
  const rows = pairsIn(headers).map(([name, value]) => header(name, value))
  const cookie = pairsIn(cookies).map((pair) => pair.join('='))
  if (cookie.length > 0 && !rows.some((row) => isHeader(row, 'cookie')))
    rows.push(header('Cookie', cookie.join('; ')))
  const { text, params, mimeType, encoding } = treeOf(postData)
  const type = textOf(mimeType)
  if (encoding) reading.leave('encoded body')
  const hasText = textOf(text)
  const fields =
    !encoding && !hasText && params ? paramsOf(listOf(params), type, reading, whole) : undefined
  const body = hasText && !encoding ? { body: hasText, type } : fields || {}
  // The boundary of the recorded form is not that of this one.
  const isForm = fields && fields.type !== type
  reading.add({
    method: textOf(method),
    endpoint: withMissing(textOf(url) ?? '', pairsIn(queryString)),
    headers: isForm ? rows.filter((row) => !isHeader(row, 'content-type')) : rows,
    ...body,
  })
}

const pairsIn = (list: unknown) =>
  listOf(list).map((pair) => {
    const { name, value } = treeOf(pair)
    return [textOf(name) ?? '', textOf(value) ?? ''] as const
  })

/** Adds the parameters that an address lacks. Some programs write no other; some encode them, and some do not. */
function withMissing(address: string, pairs: ReturnType<typeof pairsIn>): string {
  const known = [...new URLSearchParams(/\?[^#]*/.exec(address)?.[0]).keys()]
  const text = (part: string) => (/%[\da-f]{2}/i.test(part) ? part : encodeURIComponent(part))
  const added = pairs.flatMap((pair) => {
    const encoded = pair.map(text).join('=')
    const at = known.indexOf([...new URLSearchParams(encoded).keys()][0] ?? '')
    if (at === -1) return encoded
    known.splice(at, 1)
    return []
  })
  return withQuery(address, added.join('&'))
}

/** The fields of a form, whose texts are decoded; browsertime splits a body of JSON into its fields. */
function paramsOf(params: unknown[], type = '', reading: Reading, whole: Whole) {
  if (isJsonType(type)) {
    const pairs = params.map((param) => [textOf(treeOf(param).name), whole(treeOf(param).value)])
    const isList = pairs.every(([name], index) => name === String(index))
    const body = isList ? pairs.map(([, value]) => value) : Object.fromEntries(pairs)
    return { body: JSON.stringify(body), type }
  }
  const fields = params.flatMap((param): Field[] => {
    const { name, value, fileName, contentType } = treeOf(param)
    if (textOf(fileName) === undefined)
      return [[textOf(name) ?? '', textOf(value) ?? '', textOf(contentType)]]
    reading.leave('file', 'as a field of a form')
    return []
  })
  return formOf(type || URL_ENCODED, fields)
}

/** The mock reads its settings for every request. */
const MAX_OVERRIDES = 200
const MAX_OVERRIDE_LENGTH = 2_000_000

const Content = v.object({ text: v.optional(v.string()), encoding: v.optional(v.string()) })
const Entry = v.object({
  request: v.object({ method: v.string(), url: v.pipe(v.string(), v.url()) }),
  response: v.object({ status: v.number(), content: v.optional(Content, {}) }),
})

/**
 * The answers to `/api` as overrides (R14.18). Each applies as often as it was recorded in a row; the last one of a call
 * stays. The first rule that applies is used, so their order is that of the HAR.
 */
function repliesOf(entries: unknown[]): Pick<Imported, 'replies'> {
  const reading = new Reading()
  const overrides: NewOverride[] = []
  const latest = new Map<string, NewOverride>()
  for (const override of entries.map(toOverride)) {
    if (typeof override === 'string') {
      reading.leave('reply', override)
      continue
    }
    const call = `${override.method} ${override.path}`
    const before = latest.get(call)
    if (before && JSON.stringify({ ...before, times: 1 }) === JSON.stringify(override)) {
      before.times = (before.times ?? 0) + 1
      continue
    }
    latest.set(call, override)
    overrides.push(override)
  }
  for (const last of latest.values()) delete last.times
  if (overrides.length === 0) return {}
  const { length } = JSON.stringify(overrides)
  const isLarge = overrides.length > MAX_OVERRIDES || length > MAX_OVERRIDE_LENGTH
  if (!isLarge) return { replies: { overrides, leftOut: reading.done().leftOut } }
  const limits = `${MAX_OVERRIDES} answers and ${formatBytes(MAX_OVERRIDE_LENGTH)}`
  const problem = `the mock takes up to ${limits}, and this HAR has ${overrides.length} and ${formatBytes(length)}`
  return { replies: { overrides: [], leftOut: [problem] } }
}

/** The override for an entry, or what is said of a reply that cannot be one. */
function toOverride(entry: unknown): NewOverride | string {
  const { success, output } = v.safeParse(Entry, entry)
  if (!success) return 'in a malformed entry'
  const { method, url } = output.request
  const { status, content } = output.response
  const { protocol, pathname } = new URL(url)
  const path = pathname.replace(/(?!^)\/$/, '')
  if (!/^https?:$/.test(protocol) || !path.startsWith('/api/')) return 'not of /api'
  if (!/^[A-Z]+$/.test(method) || path.includes(':')) return 'in a malformed entry'
  if (path.startsWith('/api/auth/')) return 'of log-ins, whose tokens are not valid here'
  if (/^\/api\/mock(\/|$)/.test(path)) return 'of controls'
  if (!Number.isInteger(status) || status < 200 || status > 599 || status === 304)
    return 'without a status from 200 to 599'
  try {
    const body: unknown = [204, 205].includes(status) ? null : JSON.parse(contentOf(content))
    // Throws too, if it nests too deep.
    JSON.stringify(body)
    return { method, path, status, times: 1, body }
  } catch {
    return 'without JSON that can be used'
  }
}

/** @throws Error if the content is missing, or encoded in an unknown or a wrong way */
function contentOf({ text, encoding }: v.InferOutput<typeof Content>): string {
  if (text === undefined || (encoding && encoding !== 'base64')) throw new Error('No text')
  if (!encoding) return text
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
