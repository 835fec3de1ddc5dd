import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { exportJWK, generateKeyPair } from 'jose'
import { ApiError } from '../mocks/api-error.ts'
import type { Database } from '../mocks/database.ts'
import { deriveSecret, publicKey, putKeyPair } from '../mocks/domain/token.ts'
import { measuredReply } from '../mocks/encode-reply.ts'
import type { Report } from '../mocks/error-replies.ts'
import type { Host } from '../mocks/host.ts'
import { trimReports } from '../mocks/reports/report.ts'
import { stringifyInSlices } from '../mocks/slices.ts'
import { calls } from '../src/contract/calls.ts'
import {
  CARRIED_PICTURES_PATH,
  CHANGES_PATH,
  KEYS_PATH,
  REPLICA_PATH,
  TAB_HEADER,
} from '../src/contract/changes.ts'
import { answerPicture, answerSync } from '../sync/club/answer-sync.ts'
import { readHistory } from '../sync/club/history.ts'
import { checkTokens, ownersOf } from '../sync/club/owners.ts'
import { checkViewers, readSync } from '../sync/club/read-sync.ts'
import { startLog, trimLog } from '../sync/club/write-log.ts'
import { clubIdOf, TOKENS_HEADER, type WriteOutcome } from '../sync/protocol.ts'
import type { Env } from './access.ts'
import { checkForm, MAX_SYNC_BYTES, maxBytesOf, type ReadBody } from './bodies.ts'
import { trimActions } from './commands/record-action.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ReplyWriter } from './send.ts'

type Options = {
  metrics: Pick<Metrics, 'countWrite' | 'devices'>
  readBody: ReadBody
  beginReply: (c: Context<Env>) => ReplyWriter
  /** Returns a function that logs an error of a request. */
  reportTo: (c: Context<Env>) => Report
  mayWrite: (c: Context<Env>) => boolean
  limitCopies?: MiddlewareHandler<Env>
}

/**
 * The requests of devices that have a replica (docs/sync.md).
 * @param limits.mayWrite counts a write of the client; the others of a request wait when it returns false
 */
export function addSyncRoutes(
  app: Hono<Env>,
  server: Host,
  { readBody, beginReply, reportTo, mayWrite, limitCopies, metrics }: Options,
): void {
  const { database } = server
  let derived: Promise<Uint8Array> | undefined
  const secret = () => {
    derived ??= database.read((tx) => deriveSecret(tx, 'cursor'))
    return derived
  }
  const json = async (c: Context<Env>, reply: object) => {
    const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' }
    const { count, send } = beginReply(c)
    return send(measuredReply(await stringifyInSlices(reply, count), { headers }))
  }
  app.post(CHANGES_PATH, async (c) => {
    const body = await readBody(c, MAX_SYNC_BYTES)
    if (body instanceof Response) return body
    const sync = readSync(body.toString())
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
    const since = unseal(await secret(), sync.since)
    const { changes, ...reply } = await answerSync(host, { ...sync, since }, client)
    const cursor = changes && seal(await secret(), changes.cursor)
    return json(c, { ...reply, ...(changes && { changes: { ...changes, cursor } }) })
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
    const { first, ...part } = history
    const cursor = first && seal(await secret(), first.cursor)
    return json(c, { ...part, ...(first && { first: { ...first, cursor } }) })
  })
  app.get(KEYS_PATH, async (c) => {
    const key = await database.read(publicKey)
    return json(c, { keys: key ? [key] : [] })
  })
}

const ALGORITHM = 'aes-256-gcm'
const [IV_BYTES, TAG_BYTES] = [12, 16]
/** More than the longest cursor: the length says nothing either. */
const CURSOR_LENGTH = 48

/**
 * Encrypts a cursor, which would show how much is written, also what concerns nobody else, such as a report.
 * Each time it is another text.
 */
function seal(secret: Uint8Array, cursor: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, secret, iv)
  const bytes = Buffer.concat([iv, cipher.update(cursor.padEnd(CURSOR_LENGTH)), cipher.final()])
  return Buffer.concat([bytes, cipher.getAuthTag()]).toString('base64url')
}

/** @returns any other text as it is: the cursor of an older version of the club, or of other data */
function unseal(secret: Uint8Array, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length !== IV_BYTES + CURSOR_LENGTH + TAG_BYTES) return sealed
  try {
    const decipher = createDecipheriv(ALGORITHM, secret, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8')
    return (text + decipher.final('utf8')).trimEnd()
  } catch {
    return sealed
  }
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
