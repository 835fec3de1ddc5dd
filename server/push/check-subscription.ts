import { isIP } from 'node:net'
import { check, looseObject, maxLength, object, pipe, string } from 'valibot'
import { ApiError } from '../../mocks/api-error.ts'
import { importPoint } from './encrypt.ts'

/** Characters of an endpoint: those of today's services have up to 700. */
const MAX_ENDPOINT = 2_000

const bytes = (length: number) =>
  pipe(
    string(),
    maxLength(2 * length),
    check(
      (text) => Buffer.from(text, 'base64url').length === length,
      `must be ${length} bytes as base64url`,
    ),
  )

const endpointOf = (allowsLocal: boolean) =>
  pipe(
    string(),
    maxLength(MAX_ENDPOINT, 'is too long'),
    check((text) => isEndpoint(text, allowsLocal), 'must be the https address of a push service'),
  )

/** The body of a subscription, as `PushSubscription.toJSON()` returns it. */
export const subscriptionBody = (allowsLocal: boolean) =>
  looseObject({
    endpoint: endpointOf(allowsLocal),
    keys: looseObject({ p256dh: bytes(65), auth: bytes(16) }),
  })

/** The body that names a subscription. */
export const endpointBody = object({ endpoint: pipe(string(), maxLength(MAX_ENDPOINT)) })

/**
 * Whether a message may be sent to this address. Its name is resolved and checked for each connection
 * (`public-address.ts`).
 */
function isEndpoint(text: string, allowsLocal: boolean): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  const { protocol, hostname, port } = url
  if (allowsLocal && protocol === 'http:' && hostname === 'localhost') return true
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) && !isIP(hostname)
  return protocol === 'https:' && port === '' && isName
}

/** @throws ApiError 400 when the key is no point of the curve */
export async function checkPoint(p256dh: string): Promise<void> {
  await importPoint(Buffer.from(p256dh, 'base64url')).catch(() => {
    throw new ApiError({ status: 400, text: 'keys.p256dh: must be a point of the curve P-256' })
  })
}
