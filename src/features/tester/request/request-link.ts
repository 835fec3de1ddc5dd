import * as v from 'valibot'
import { redactRequest } from '../redact.ts'
import {
  type AuthChoice,
  DEFAULT_REQUEST,
  type HeaderFields,
  isAuthChoice,
  METHODS,
  type TesterRequest,
} from './tester-request.ts'

/** The search parameters of a link to the tester, not validated. `headers` is JSON. */
export type RequestSearch = Partial<Record<keyof TesterRequest, string>>

const Header = v.pipe(
  v.tuple([v.string(), v.string(), v.optional(v.picklist(['off']))]),
  v.transform(([header, value, off]): HeaderFields => ({ isUsed: !off, header, value })),
)

const schemas = {
  method: v.picklist(METHODS),
  endpoint: v.string(),
  headers: v.pipe(v.string(), v.parseJson(), v.array(Header)),
  body: v.string(),
  auth: v.custom<AuthChoice>(isAuthChoice),
}

/** Encodes the differences between a request and the default one, without its secrets. */
export function encodeRequest(original: TesterRequest): RequestSearch {
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
