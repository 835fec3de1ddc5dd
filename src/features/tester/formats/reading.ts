import type { NewOverride } from '../../../contract/settings.ts'
import { count } from '../../../ui/count.ts'
import { isOwnApi, withScheme } from '../request/address.ts'
import {
  ANY_METHODS,
  type HeaderFields,
  isBrowserHeader,
  isHeader,
  isJsonType,
  parses,
  type RequestModel,
} from '../request/request-model.ts'
import type { Check } from '../saved/checks.ts'
import { slugOf, suggestName, uniqueName } from '../saved/names.ts'
import type { NewSaved } from '../saved/saved.ts'
import { track } from './tracked.ts'

/** The result of reading a text: its requests, and what it has that is left out, grouped: "12 scripts". */
export type Imported = {
  requests: NewSaved[]
  leftOut: string[]
  problem?: string
  /** Of a HAR: its answers as overrides of the mock (R14.18), and those that cannot be one. */
  replies?: { overrides: NewOverride[]; leftOut: string[] }
}

/** A request as a document has it. */
export type Parts = {
  name?: string
  method?: string
  endpoint: string
  headers?: readonly HeaderFields[]
  /** Missing if there is none. */
  body?: string
  /** The media type of the body, if no header has it. */
  type?: string
  checks?: Check[]
}

export const header = (name: string, value: string, isUsed = true): HeaderFields => ({
  isUsed,
  header: name,
  value,
})

/** The variable for the host that a document does not name. */
export const BASE = 'baseUrl'

/** Exports refer to the token of the current session as to the reply of a request of this name. */
export const SESSION = 'Current session'
export const SESSION_REFERENCE = '{{current-session.encodedToken}}'
const SESSION_TOKEN = /^\{\{(current-session(?:-\d+)?)\.encodedToken\}\}$/

/** More would take long to show. */
const MAX_REQUESTS = 500
/** What a header can hold. */
const MEDIA = /^[\x20-\x7e]{1,200}$/
/** Of the requests that have a part that is left out. */
const MAX_NAMES = 3

/** Collects the requests of a document, and everything of it that they do not have. */
export class Reading {
  readonly requests: NewSaved[] = []
  readonly #left = new Map<string, { noun: string; rest: string; count: number; names: string[] }>()
  readonly #names: string[] = []
  /** The name of the request that is read. */
  current = ''

  /** @param rest follows the noun: "2 headers that …" */
  leave(noun: string, rest = '', number = 1): void {
    if (number === 0) return
    const key = `${noun} ${rest}`
    const group = this.#left.get(key) ?? { noun, rest, count: 0, names: [] }
    group.count += number
    if (this.current && !group.names.includes(this.current)) group.names.push(this.current)
    this.#left.set(key, group)
  }

  add(parts: Parts): void {
    const { method = 'GET', endpoint, checks = [] } = parts
    const known = ANY_METHODS.find((one) => one === method.toUpperCase())
    if (!known) return void this.leave('request', `with the method ${method.slice(0, 20)}`)
    if (this.requests.length >= MAX_REQUESTS)
      return void this.leave('request', `beyond the first ${MAX_REQUESTS}`)
    const name = uniqueName(
      parts.name?.trim().slice(0, 90) || suggestName(endpoint, []),
      this.#names,
    )
    this.#names.push(name)
    const given = parts.headers ?? []
    const headers = given.filter(
      (row) => !row.header.startsWith(':') && !isBrowserHeader(row.header),
    )
    if (headers.length < given.length)
      this.leave(
        'header',
        'that the browser sets itself, such as cookies',
        given.length - headers.length,
      )
    const request: RequestModel = {
      method: known,
      endpoint: withScheme(endpoint.trim()),
      headers,
      body: '{}',
      auth: 'none',
    }
    this.requests.push({ name, request: this.#withBody(request, parts), checks })
  }

  #withBody(request: RequestModel, { body, type }: Parts): RequestModel {
    const hasBody = body !== undefined && body !== ''
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (hasBody) this.leave('body', `of ${request.method}, which pages cannot send`)
      return request
    }
    if (!hasBody) return { ...request, body: '', type: '' }
    const row = request.headers.find((one) => one.isUsed && isHeader(one, 'content-type'))
    const given = row?.value.trim() || type || 'text/plain'
    const media = MEDIA.test(given) ? given : 'text/plain'
    if (media !== given) this.leave('malformed media type')
    if (isJsonType(media) && parses(body)) return { ...request, body }
    const headers = request.headers.filter((one) => one !== row)
    return { ...request, headers, body, type: media }
  }

  /** Calls `read` with a document, and leaves out what it did not use. @param nouns of keys; '' for those without meaning */
  readDocument<T>(
    document: T,
    nouns: Record<string, string>,
    read: (data: T, whole: <V>(part: V) => V) => void,
  ): void {
    const { data, unread, whole } = track(document)
    read(data, whole)
    this.current = ''
    for (const key of unread()) {
      // By convention, what belongs to a program and not to the format.
      if (/^(_|x-)/.test(key)) continue
      const [noun = '', rest] = Object.hasOwn(nouns, key)
        ? (nouns[key]?.split('|') ?? [])
        : ['part', `“${key.slice(0, 40)}”`]
      if (noun) this.leave(noun, rest)
    }
  }

  done(): Imported {
    const leftOut = [...this.#left.values()].map(({ noun, rest, count: number, names }) => {
      const many = `${noun.replace(/y$/, 'ie').replace(/ss$/, 'sse')}s`
      const text = count(number, noun, many) + (rest && ` ${rest}`)
      const more = names.length > MAX_NAMES ? ', …' : ''
      const where = names.length > 0 ? ` (${names.slice(0, MAX_NAMES).join(', ')}${more})` : ''
      return text + where
    })
    const requests = this.requests.map((one) => ({
      ...one,
      request: this.#withSession(one.request),
    }))
    return { requests, leftOut }
  }

  #withSession(request: RequestModel): RequestModel {
    const own = request.headers.find((row) => {
      const [, name] = SESSION_TOKEN.exec(row.value) ?? []
      const isOther = !name || this.#names.some((one) => slugOf(one) === name)
      return row.isUsed && isHeader(row, 'authorization') && !isOther
    })
    if (!own || !isOwnApi(request.endpoint)) return request
    const headers = request.headers.filter((row) => row !== own)
    return { ...request, headers, auth: 'session' }
  }
}

/** No part is likely to contain it. */
const BOUNDARY = '----gearheads-form'

/** The fields of a form: names, texts, and their media types. */
export type Field = readonly [name: string, text: string, type?: string]

export const URL_ENCODED = 'application/x-www-form-urlencoded'

/** The body of a form. */
export function formOf(type: string, fields: readonly Field[]) {
  if (!/^multipart/i.test(type))
    return { body: fields.map(([name, text]) => pairOf(name, text)).join('&'), type }
  const parts = fields.map(([name, text, type]) => {
    const quoted = name.replace(/["\r\n]/g, (char) => encodeURIComponent(char))
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"\r\n`
    return `${head}${type ? `Content-Type: ${type}\r\n` : ''}\r\n${text}\r\n`
  })
  const body = `${parts.join('')}--${BOUNDARY}--\r\n`
  return { body, type: `multipart/form-data; boundary=${BOUNDARY}` }
}

/** A parameter of an address or a form. Its variables stay. */
export const pairOf = (name: string, value: string) => `${encoded(name)}=${encoded(value)}`

function encoded(text: string): string {
  const parts = text.split(/(\{\{[^{}]*\}\})/)
  return parts.map((part, index) => (index % 2 ? part : encodeURIComponent(part))).join('')
}

/** Adds to the query of an address. */
export function withQuery(address: string, query: string): string {
  const [start = '', fragment = ''] = address.split(/(?=#)(.*)/s)
  return query ? `${start}${start.includes('?') ? '&' : '?'}${query}${fragment}` : address
}
