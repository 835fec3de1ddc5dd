import * as v from 'valibot'
import { redactRequest } from '../redact.ts'
import {
  ANY_METHODS,
  type AuthChoice,
  DEFAULT_REQUEST,
  type HeaderFields,
  isAuthChoice,
  isSendable,
  parses,
  type RequestModel,
  type Sendable,
} from './request-model.ts'

/** Links of a single request have their headers in short. */
const Pair = v.pipe(
  v.tuple([v.string(), v.string(), v.optional(v.picklist(['off']))]),
  v.transform(([header, value, off]): HeaderFields => ({ isUsed: !off, header, value })),
)
const Header = v.strictObject({ isUsed: v.boolean(), header: v.string(), value: v.string() })

const fields = {
  method: v.picklist(ANY_METHODS),
  endpoint: v.string(),
  headers: v.array(v.union([Header, Pair])),
  body: v.string(),
  // It becomes a header.
  type: v.optional(v.pipe(v.string(), v.regex(/^[\x20-\x7e]{0,200}$/))),
  auth: v.custom<AuthChoice>(isAuthChoice),
}

/** A request of a link or a file of this app, as a whole. */
export const CleanRequest = v.pipe(
  v.strictObject(fields),
  v.check(({ body, type }) => type !== undefined || parses(body), 'the body is no JSON'),
  v.transform((request): RequestModel => request),
)

/** The request of a link, whose missing and invalid parts take their defaults. */
export function cleanParts(given: Record<string, unknown>): Sendable {
  const valid = Object.entries(fields).flatMap(([key, schema]) => {
    const { success, output } = v.safeParse(schema, given[key])
    return success && output !== undefined ? [[key, output]] : []
  })
  const request: RequestModel = { ...DEFAULT_REQUEST, ...Object.fromEntries(valid) }
  return isSendable(request) ? request : { ...request, method: DEFAULT_REQUEST.method }
}

/** The search parameters of a link to the tester, not validated. `headers` is JSON. */
export type RequestSearch = Partial<Record<keyof Sendable, string>>

/** Encodes the differences between a request and the default one, without its secrets. */
export function encodeRequest(original: Sendable): RequestSearch {
  const { headers, ...request } = redactRequest(original)
  const { headers: defaultHeaders, ...defaults } = DEFAULT_REQUEST
  const changed = Object.entries(request).filter(
    ([key, value]) => value !== defaults[key as keyof typeof defaults],
  )
  const pairs = headers.map(({ isUsed, header, value }) =>
    isUsed ? [header, value] : [header, value, 'off'],
  )
  const isDefault = JSON.stringify(headers) === JSON.stringify(defaultHeaders)
  return { ...Object.fromEntries(changed), ...(!isDefault && { headers: JSON.stringify(pairs) }) }
}

/** Decodes the request of a link. Missing and invalid parameters take their defaults. */
export function decodeRequest({ headers = '', ...search }: RequestSearch): Sendable {
  return cleanParts({ ...search, headers: parses(headers) ? JSON.parse(headers) : undefined })
}
