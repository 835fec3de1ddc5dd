import type { Context, Hono } from 'hono'
import { readTime } from '../../mocks/domain/settings.ts'
import { sessionOf } from '../../mocks/domain/token.ts'
import { checkBody } from '../../mocks/read-body.ts'
import type { ServerOptions } from '../../mocks/server-options.ts'
import { readViewer } from '../../mocks/viewer.ts'
import { PUSH_PATH } from '../../src/contract/push.ts'
import { bearerToken, type Env } from '../access.ts'
import type { ReadBody } from '../bodies.ts'
import { checkPoint, endpointBody, subscriptionBody } from './check-subscription.ts'
import type { Push } from './push.ts'
import { putSubscription, removeSubscription } from './subscriptions.ts'

const MAX_BYTES = 5_000
const NO_STORE = { 'Cache-Control': 'no-store' }

/** The requests of a browser that turns push on or off (R17.8). */
export function addPushRoutes(
  app: Hono<Env>,
  { database, admit }: ServerOptions,
  { readBody, push }: { readBody: ReadBody; push: Push },
): void {
  const subscription = subscriptionBody(push.allowsLocal)

  app.get(PUSH_PATH, (c) => c.json({ key: push.publicKey }, 200, NO_STORE))

  app.post(PUSH_PATH, async (c) => {
    const body = await readBody(c, MAX_BYTES)
    if (body instanceof Response) return body
    const token = bearerToken(c.env.incoming)
    const viewer = await database.read((tx) => readViewer(tx, token))
    admit?.(viewer, { bytes: body.length, isText: false, hashes: false })
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
