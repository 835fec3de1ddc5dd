import { KEY_HEADER } from '../../src/contract/call.ts'
import { CHANGES_PATH, REPLICA_PATH } from '../../src/contract/changes.ts'
import type { ErrorBody } from '../../src/contract/errors.ts'
import { migrations } from '../data/migrations.ts'
import { isTemporary } from './local-calls.ts'
import type { PendingWrite } from './pending.ts'
import type { History, SyncReply, SyncRequest, WriteOutcome } from './protocol.ts'

export type Fetch = (request: string | Request, init?: RequestInit) => Promise<Response>

/** A club that asks for a longer pause may have a wrong clock, or be a proxy. */
const MAX_PAUSE_MS = 10 * 60_000

/** The requests of a device to its club. Each throws when there is no reply, or one that says to try later. */
export function clubOver(send: Fetch) {
  /** When the next request may be sent: a busy club says so in `Retry-After` (RFC 9110, 10.2.3). */
  let notBefore = 0

  async function fetch(...request: Parameters<Fetch>): Promise<Response> {
    if (performance.now() < notBefore) throw new ClubError('The club is busy.')
    const response = await send(...request)
    const seconds = Number(response.headers.get('Retry-After'))
    // NaN for a date.
    if (isTemporary(response.status) && seconds > 0) {
      notBefore = performance.now() + Math.min(seconds * 1000, MAX_PAUSE_MS)
    }
    return response
  }

  /** The club's clock minus this one, in ms; `undefined` before the first reply. */
  let clockOffset: number | undefined

  async function json<Reply extends { version: number; now: number }>(
    response: Response,
    sentAt: number,
  ): Promise<Reply> {
    if (!response.ok) throw new ClubError(`The club replied with ${response.status}.`)
    const reply: Reply = await response.json()
    if (reply.version !== migrations.length) {
      throw new ClubError('The club has another version of the app.')
    }
    // The reply was made about half way.
    clockOffset = Math.round(reply.now - (sentAt + Date.now()) / 2)
    return reply
  }

  return {
    get clockOffset() {
      return clockOffset
    },

    async exchange(body: SyncRequest): Promise<SyncReply> {
      const headers = { 'Content-Type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const sentAt = Date.now()
      return json<SyncReply>(await fetch(CHANGES_PATH, init), sentAt)
    },

    /** @returns the part of the copy and its size, or `undefined` if the club cannot be copied */
    async readHistory(before?: string): Promise<{ part: History; bytes: number } | undefined> {
      const query = before ? `?before=${before}` : ''
      const sentAt = Date.now()
      const response = await fetch(REPLICA_PATH + query)
      if (response.status === 404 || response.status === 501) return undefined
      const bytes = (await response.clone().arrayBuffer()).byteLength
      return { part: await json<History>(response, sentAt), bytes }
    },

    async sendPicture(
      { name, file }: PendingWrite & { file: NonNullable<PendingWrite['file']> },
      authorization: string,
    ): Promise<WriteOutcome> {
      const body = new FormData()
      body.set('file', new Blob([file.bytes], { type: file.type }))
      const headers = { authorization, [KEY_HEADER]: name }
      const response = await fetch('/api/uploads', { method: 'POST', headers, body })
      if (isTemporary(response.status))
        throw new ClubError(`The club replied with ${response.status}.`)
      const { error }: Partial<ErrorBody> = await response.json().catch(() => ({}))
      return { name, status: response.status, error: error?.[0] }
    },
  }
}

export type ClubConnection = ReturnType<typeof clubOver>

/** The club replied, but not to the question. */
export class ClubError extends Error {}
