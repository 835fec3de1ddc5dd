import type { Context, Hono } from 'hono'
import { exportJWK, generateKeyPair } from 'jose'
import { ApiError } from '../mocks/api-error.ts'
import type { Database } from '../mocks/data/database.ts'
import { publicKey, putKeyPair } from '../mocks/domain/token.ts'
import type { ServerOptions } from '../mocks/server-options.ts'
import { exchange } from '../mocks/sync/exchange.ts'
import { readHistory } from '../mocks/sync/history.ts'
import { startLog, trimLog } from '../mocks/sync/write-log.ts'
import { CHANGES_PATH, KEYS_PATH, REPLICA_PATH, TAB_HEADER } from '../src/contract/changes.ts'
import { apiErrors } from '../src/contract/errors.ts'
import type { Env } from './access.ts'
import { readBody } from './limits.ts'
import { send } from './send.ts'

/**
 * The requests of devices that have a replica (docs/sync.md).
 * @param limits.mayWrite counts a write of the client; the others of a request wait when it returns false
 * @param limits.maxLength of the body of a write, in characters
 */
export function addSyncRoutes(
  app: Hono<Env>,
  server: ServerOptions,
  { mayWrite, maxLength }: { mayWrite: (c: Context<Env>) => boolean; maxLength: number },
): void {
  const { database } = server
  const json = (c: Context<Env>, reply: object) =>
    send(c, Response.json(reply, { headers: { 'Cache-Control': 'no-store' } }))
  app.post(CHANGES_PATH, async (c) => {
    const body = await readBody(c)
    if (body instanceof Response) return body
    let sent: unknown
    try {
      sent = JSON.parse(body.toString())
    } catch {
      throw new ApiError(apiErrors.malformedJson)
    }
    return json(
      c,
      await exchange(server, sent, {
        device: c.req.header(TAB_HEADER),
        mayWrite: () => mayWrite(c),
        maxLength,
        signal: c.req.raw.signal,
      }),
    )
  })
  app.get(REPLICA_PATH, async (c) => {
    const history = await database.read((tx) => readHistory(tx, c.req.query('before')))
    if (!history) throw new ApiError({ status: 501, text: 'This club is too large to be copied.' })
    return json(c, history)
  })
  app.get(KEYS_PATH, async (c) => {
    const key = await database.read(publicKey)
    return json(c, { keys: key ? [key] : [] })
  })
}

const HOUR = 3_600_000

/** Prepares the data for {@link addSyncRoutes}: a key pair instead of a device's secret, and the log of writes. */
export async function startSync(database: Database, signal: AbortSignal): Promise<void> {
  const { publicKey: open, privateKey: secret } = await generateKeyPair('ES256', {
    extractable: true,
  })
  const pair = { publicKey: await exportJWK(open), privateKey: await exportJWK(secret) }
  await database.write(async (tx) => {
    if (!(await publicKey(tx))) putKeyPair(tx, pair)
    await startLog(tx)
  })
  const trim = async () => {
    while (!signal.aborted && (await database.write(trimLog)));
  }
  const timer = setInterval(() => trim().catch(() => undefined), HOUR).unref()
  signal.addEventListener('abort', () => clearInterval(timer))
}
