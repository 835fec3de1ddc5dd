import type { Context, Hono, MiddlewareHandler } from 'hono'
import { exportJWK, generateKeyPair } from 'jose'
import { ApiError } from '../mocks/api-error.ts'
import type { Database } from '../mocks/data/database.ts'
import { trimReports } from '../mocks/domain/report.ts'
import { publicKey, putKeyPair } from '../mocks/domain/token.ts'
import type { Report } from '../mocks/error-replies.ts'
import { measuredReply } from '../mocks/reply-length.ts'
import type { ServerOptions } from '../mocks/server-options.ts'
import { stringifyInSlices } from '../mocks/slices.ts'
import { calls } from '../src/contract/calls.ts'
import {
  CARRIED_PICTURES_PATH,
  CHANGES_PATH,
  KEYS_PATH,
  REPLICA_PATH,
  TAB_HEADER,
} from '../src/contract/changes.ts'
import { answerPicture } from '../sync/club/answer-picture.ts'
import { answerSync } from '../sync/club/answer-sync.ts'
import { readHistory } from '../sync/club/history.ts'
import { checkTokens, ownersOf } from '../sync/club/owners.ts'
import { checkViewers } from '../sync/club/read-sync.ts'
import { startLog, trimLog } from '../sync/club/write-log.ts'
import { clubIdOf, TOKENS_HEADER, type WriteOutcome } from '../sync/protocol.ts'
import type { Env } from './access.ts'
import { checkForm, maxBytesOf, type ReadBody } from './bodies.ts'
import { trimActions } from './commands/record-action.ts'
import type { Metrics } from './metrics/metrics.ts'
import { parseSync } from './parse-sync.ts'
import type { ReplyWriter } from './send.ts'

type Options = {
  metrics: Pick<Metrics, 'countWrite' | 'devices'>
  readBody: ReadBody
  beginReply: (c: Context<Env>) => ReplyWriter
  /** Returns a function that logs an error of a request. */
  reportTo: (c: Context<Env>) => Report
  mayWrite: (c: Context<Env>) => boolean
  maxLength: number
  limitCopies?: MiddlewareHandler<Env>
}

/**
 * The requests of devices that have a replica (docs/sync.md).
 * @param limits.mayWrite counts a write of the client; the others of a request wait when it returns false
 * @param limits.maxLength of the body of a write, in characters
 */
export function addSyncRoutes(
  app: Hono<Env>,
  server: ServerOptions,
  { readBody, beginReply, reportTo, mayWrite, maxLength, limitCopies, metrics }: Options,
): void {
  const { database } = server
  const json = async (c: Context<Env>, reply: object) => {
    const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' }
    const { count, send } = beginReply(c)
    return send(measuredReply(await stringifyInSlices(reply, count), { headers }))
  }
  app.post(CHANGES_PATH, async (c) => {
    const body = await readBody(c)
    if (body instanceof Response) return body
    const sync = await parseSync(body, maxLength)
    const device = c.req.header(TAB_HEADER)
    const signal = c.req.raw.signal
    metrics.devices.add(sync.viewers, c.req.header('User-Agent') ?? '')
    const writes: Record<string, number> = {}
    if (sync.writes.length > 0) c.set('writes', writes)
    const onOutcome = ({ name, status }: WriteOutcome) => {
      writes[name] = status
      metrics.countWrite(status)
    }
    const host = { ...server, report: reportTo(c) }
    const client = { device, mayWrite: () => mayWrite(c), signal, onOutcome }
    return json(c, await answerSync(host, sync, client))
  })
  app.post(CARRIED_PICTURES_PATH, async (c) => {
    const body = await readBody(c, maxBytesOf(calls['POST /api/uploads']))
    if (body instanceof Response) return body
    checkForm(body, c.req.header('Content-Type'))
    return mayWrite(c) ? answerPicture(server, c.req.raw) : c.body(null, 429)
  })
  let copying: Promise<unknown> = Promise.resolve()
  if (limitCopies) app.get(REPLICA_PATH, limitCopies)
  app.get(REPLICA_PATH, async (c) => {
    const viewers = checkViewers(c.req.queries('viewer') ?? [])
    const tokens = checkTokens(c.req.header(TOKENS_HEADER)?.split(',') ?? [])
    const before = c.req.query('before')
    metrics.devices.add(viewers, c.req.header('User-Agent') ?? '')
    // One at a time: a part can have a megabyte, and everyone else would wait for all of them.
    const reading = copying.then(() =>
      database.read(async (tx) =>
        readHistory(tx, { before, viewers, owners: await ownersOf(tx, tokens) }),
      ),
    )
    copying = reading.catch(() => undefined)
    const history = await reading
    if (!history) throw new ApiError({ status: 501, text: 'This server has no public key.' })
    return json(c, history)
  })
  app.get(KEYS_PATH, async (c) => {
    const key = await database.read(publicKey)
    return json(c, { keys: key ? [key] : [] })
  })
}

const HOUR = 3_600_000

/**
 * Prepares the data for {@link addSyncRoutes}: a key pair instead of a device's secret, and the log of writes.
 * @returns the identity of the club
 */
export async function startSync(database: Database, signal: AbortSignal): Promise<string> {
  const { publicKey: open, privateKey: secret } = await generateKeyPair('ES256', {
    extractable: true,
  })
  const pair = { publicKey: await exportJWK(open), privateKey: await exportJWK(secret) }
  const key = await database.write(async (tx) => {
    if (!(await publicKey(tx))) putKeyPair(tx, pair)
    await startLog(tx)
    return (await publicKey(tx)) ?? pair.publicKey
  })
  const trim = async () => {
    for (const trimSome of [trimLog, trimReports, trimActions])
      while (!signal.aborted && (await database.write(trimSome)));
  }
  const timer = setInterval(() => trim().catch(() => undefined), HOUR).unref()
  signal.addEventListener('abort', () => clearInterval(timer))
  return clubIdOf(key)
}
