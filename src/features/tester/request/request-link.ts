import * as v from 'valibot'
import { redactRequest } from '../redact.ts'
import { type AuthChoice, isAuthChoice } from './auth-choice.ts'
import type { HeaderFields } from './header-rows.ts'
import { DEFAULT_REQUEST, METHODS, type TesterRequest } from './tester-request.ts'

/** Search parameters of a link to the tester, as the router parsed them; nothing is checked yet. */
export type RequestSearch = Partial<Record<keyof TesterRequest, unknown>>

const Header = v.pipe(
  v.tuple([v.string(), v.string(), v.optional(v.picklist(['off']))]),
  v.transform(([header, value, off]): HeaderFields => ({ isUsed: !off, header, value })),
)

const schemas = {
  method: v.picklist(METHODS),
  // The router parses what looks like JSON: /mock?endpoint=7 or a body that is typed by hand.
  endpoint: v.pipe(v.unknown(), v.transform(textOf), v.string()),
  headers: v.array(Header),
  body: v.pipe(v.unknown(), v.transform(textOf), v.string()),
  auth: v.custom<AuthChoice>(isAuthChoice),
}

/** The search parameters that reproduce a request, without its secrets: what differs from the default one. */
export function encodeRequest(original: TesterRequest): RequestSearch {
  const { headers, ...request } = redactRequest(original)
  const { headers: usual, ...defaults } = DEFAULT_REQUEST
  const changed = Object.entries(request).filter(
    ([key, value]) => value !== defaults[key as keyof typeof defaults],
  )
  const pairs = headers.map(({ isUsed, header, value }) =>
    isUsed ? [header, value] : [header, value, 'off'],
  )
  const same = JSON.stringify(headers) === JSON.stringify(usual)
  return { ...Object.fromEntries(changed), ...(!same && { headers: pairs }) }
}

/** The request that a link asks for. What is missing or makes no sense stays as in the default one. */
export function decodeRequest(search: RequestSearch): TesterRequest {
  const read = <Key extends keyof typeof schemas>(key: Key) => {
    const result = v.safeParse(schemas[key], search[key])
    return (
      search[key] !== undefined && result.success ? result.output : DEFAULT_REQUEST[key]
    ) as TesterRequest[Key]
  }
  return {
    method: read('method'),
    endpoint: read('endpoint'),
    headers: read('headers'),
    body: read('body'),
    auth: read('auth'),
  }
}

function textOf(value: unknown): unknown {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
