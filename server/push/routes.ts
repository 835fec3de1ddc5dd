import { isIP } from 'node:net'
import type { Context, Hono } from 'hono'
import { check, looseObject, maxLength, object, pipe, string } from 'valibot'
import { ApiError } from '../../mocks/api-error.ts'
import { readTime } from '../../mocks/domain/settings.ts'
import { sessionOf } from '../../mocks/domain/token.ts'
import type { Host } from '../../mocks/host.ts'
import { checkBody } from '../../mocks/read-body.ts'
import { readViewer } from '../../mocks/viewer.ts'
import { PUSH_PATH } from '../../src/contract/push.ts'
import { bearerToken, type Env } from '../access.ts'
import type { ReadBody } from '../bodies.ts'
import { importPoint } from './encrypt.ts'
import type { Push } from './push.ts'
import { putSubscription, removeSubscription } from './subscriptions.ts'

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
const subscriptionBody = (allowsLocal: boolean) =>
  looseObject({
    endpoint: endpointOf(allowsLocal),
    keys: looseObject({ p256dh: bytes(65), auth: bytes(16) }),
  })

/** The body that names a subscription. */
const endpointBody = object({ endpoint: pipe(string(), maxLength(MAX_ENDPOINT)) })

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
async function checkPoint(p256dh: string): Promise<void> {
  await importPoint(Buffer.from(p256dh, 'base64url')).catch(() => {
    throw new ApiError({ status: 400, text: 'keys.p256dh: must be a point of the curve P-256' })
  })
}

const MAX_BYTES = 5_000
const NO_STORE = { 'Cache-Control': 'no-store' }

/** The requests of a browser that turns push on or off (R17.8). */
export function addPushRoutes(
  app: Hono<Env>,
  { database, admit }: Host,
  { readBody, push }: { readBody: ReadBody; push: Push },
): void {
  const subscription = subscriptionBody(push.allowsLocal)

  app.get(PUSH_PATH, (c) => c.json({ key: push.publicKey }, 200, NO_STORE))

  app.post(PUSH_PATH, async (c) => {
    const body = await readBody(c, MAX_BYTES)
    if (body instanceof Response) return body
    const token = bearerToken(c.env.incoming)
    const viewer = await database.read((tx) => readViewer(tx, token))
    admit(viewer, { bytes: body.length, isText: false, hashes: false, isReport: false })
    const { endpoint, keys } = checkBody(subscription, body.toString())
    const { p256dh, auth } = keys
    await checkPoint(p256dh)
    await database.write(async (tx) => {
      const user = await readViewer(tx, token)
      const session = await sessionOf(tx, token)
      if (!session) return
      const createdAt = await readTime(tx)
      const origin = originOf(c)
      await putSubscription(tx, user, { endpoint, p256dh, auth, origin, session, createdAt })
    })
    return c.json({ subscribed: true }, 201, NO_STORE)
  })

  app.delete(PUSH_PATH, async (c) => {
    const body = await readBody(c, MAX_BYTES)
    if (body instanceof Response) return body
    const { endpoint } = checkBody(endpointBody, body.toString())
    await database.write((tx) => removeSubscription(tx, endpoint))
    return c.json({ subscribed: false }, 200, NO_STORE)
  })
}

/** The origin of the page, which `checkAccess` has checked. A client without one gets paths. */
function originOf(c: Context<Env>): string {
  return c.req.header('Origin') ?? ''
}
