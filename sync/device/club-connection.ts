import { type GenericSchema, type InferOutput, object, safeParse, string } from 'valibot'
import { KEY_HEADER } from '../../src/contract/call.ts'
import {
  CARRIED_PICTURES_PATH,
  CHANGES_PATH,
  CLUB_HEADER,
  REPLICA_PATH,
} from '../../src/contract/changes.ts'
import { DEVICES_PATH } from '../../src/contract/devices.ts'
import { apiErrors, type ErrorBody } from '../../src/contract/errors.ts'
import { isTemporary, MAX_WRITES } from '../local-calls.ts'
import {
  anyReply,
  clubIdOf,
  type History,
  historyReply,
  PROOF_HEADER,
  REPLICA_VERSION,
  type SyncReply,
  type SyncRequest,
  syncReply,
  TOKENS_HEADER,
  type WriteOutcome,
} from '../protocol.ts'
import { askClub, busyClub, type Fetch, LineError } from './line.ts'
import type { UnsentFile } from './unsent.ts'

/** The club is for members only, and none of these tokens of the device is valid there. */
export class NotMemberError extends Error {
  readonly tokens: readonly string[]

  constructor(tokens: readonly string[]) {
    super('No user of this device has a session')
    this.tokens = tokens
  }
}

/** How a club knows the author of a write: by a token, or by a signature that came with it. */
export type Credentials = { authorization: string; proof?: string }
export type Picture = Credentials & { name: string; file: UnsentFile }

export type ClubConnection = ReturnType<typeof connectToClub>

/** The requests of a device to its club. Each throws a `LineError` unless the club has replied to it. */
export function connectToClub(send: Fetch) {
  /** The club's clock minus this one, in ms; `undefined` before the first reply. */
  let clockOffset: number | undefined
  let isAnswering = false
  let maxWrites = MAX_WRITES

  function ask(path: string, init?: RequestInit, length?: number): Promise<Response> {
    isAnswering = false
    return askClub(send, path, init, length)
  }

  function post(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const text = JSON.stringify(body)
    const all = { 'Content-Type': 'application/json', ...headers }
    return ask(path, { method: 'POST', headers: all, body: text }, text.length)
  }

  async function read<Schema extends GenericSchema>(
    response: Response,
    schema: Schema,
  ): Promise<InferOutput<Schema>> {
    if (response.status === 413) throw new LineError('tooLarge')
    if (!response.ok) throw busyClub(response)
    const { version } = await parse(response, anyReply)
    if (version !== REPLICA_VERSION) throw new LineError('version')
    return parse(response, schema)
  }

  function accept({ now }: { now: number }, sentAt: number): void {
    isAnswering = true
    // The reply was made about half way.
    clockOffset = Math.round(now - (sentAt + Date.now()) / 2)
  }

  return {
    get clockOffset() {
      return clockOffset
    },
    /** Whether the last reply was the club's, and whole: its clock is known, and it gets writes. */
    get isAnswering() {
      return isAnswering
    },
    /** How many writes fit into a request: fewer after a server on the way has refused a length. */
    get maxWrites() {
      return maxWrites
    },

    /** @returns the club that replied, too */
    async exchange(body: Omit<SyncRequest, 'nonce'>): Promise<SyncReply & { club: string }> {
      const nonce = crypto.randomUUID()
      // A club receives much only from its members.
      const { tokens } = body
      const authorization = body.writes[0]?.authorization || (tokens[0] ?? '')
      const headers = {
        authorization,
        ...(tokens.length > 0 && { [TOKENS_HEADER]: tokens.join() }),
      }
      const sentAt = Date.now()
      try {
        const response = await post(CHANGES_PATH, { ...body, nonce } satisfies SyncRequest, headers)
        if (await refusesStranger(response)) throw new NotMemberError(tokens)
        const reply = await read(response, syncReply)
        if (reply.nonce !== nonce) throw new LineError('intercepted')
        accept(reply, sentAt)
        if (body.writes.length > 0) maxWrites = Math.min(maxWrites * 2, MAX_WRITES)
        return { ...reply, club: clubOf(response) }
      } catch (error) {
        if (error instanceof LineError && error.problem === 'tooLarge')
          maxWrites = Math.max(1, body.writes.length >> 2)
        throw error
      }
    },

    /** @returns the part of the copy and its size, or `undefined` if the club cannot be copied */
    async readHistory({
      viewers,
      tokens,
      before,
    }: {
      viewers: string[]
      tokens: string[]
      before?: string
    }): Promise<{ part: History; bytes: number; club: string } | undefined> {
      const query = new URLSearchParams(viewers.map((id) => ['viewer', id]))
      if (before) query.set('before', before)
      const sentAt = Date.now()
      const headers = { [TOKENS_HEADER]: tokens.join() }
      const response = await ask(`${REPLICA_PATH}?${query}`, tokens.length > 0 ? { headers } : {})
      if (await refusesStranger(response)) throw new NotMemberError(tokens)
      if (response.status === 404 || response.status === 501) return undefined
      const bytes = (await response.clone().arrayBuffer()).byteLength
      const part = await read(response, historyReply)
      const club = clubOf(response)
      if (part.first && clubIdOf(part.first.key) !== club) throw new LineError('intercepted')
      accept(part, sentAt)
      return { part, bytes, club }
    },

    /** @returns whether the club has taken the key */
    async registerDevice(
      token: string,
      key: { x: string; y: string; name: string },
    ): Promise<boolean> {
      return (await post(DEVICES_PATH, key, { authorization: `Bearer ${token}` })).ok
    },

    /** Ends a session (R3.32), unless it is over. */
    async endSession(encodedToken: string): Promise<void> {
      const response = await post('/api/auth/logout', { encodedToken })
      if (isTemporary(response.status)) throw busyClub(response)
    },

    async sendPicture({ name, file, proof, authorization }: Picture): Promise<WriteOutcome> {
      const body = new FormData()
      body.set('file', new Blob([file.bytes], { type: file.type }))
      const headers = { authorization, [KEY_HEADER]: name, ...(proof && { [PROOF_HEADER]: proof }) }
      const init = { method: 'POST', headers, body }
      const path = proof ? CARRIED_PICTURES_PATH : '/api/uploads'
      const response = await ask(path, init, file.bytes.byteLength)
      if (isTemporary(response.status)) throw busyClub(response)
      if (response.ok) await parse(response, object({ secure_url: string() }))
      isAnswering = clockOffset !== undefined
      const { error }: Partial<ErrorBody> = await response.json().catch(() => ({}))
      return { name, status: response.status, error: error?.[0] }
    },
  }
}

/** @throws LineError when the reply was cut off, or changed on its way */
async function parse<Schema extends GenericSchema>(
  response: Response,
  schema: Schema,
): Promise<InferOutput<Schema>> {
  const json: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const { success, output } = safeParse(schema, json)
  if (!success) throw new LineError('noReply')
  return output
}

/** Whether a reply says that its request had no valid token, although its status is that of an unknown row. */
export async function refusesStranger(response: Response): Promise<boolean> {
  const { status, text } = apiErrors.notRegistered
  if (response.status !== status) return false
  const { error }: Partial<ErrorBody> = await response
    .clone()
    .json()
    .catch(() => ({}))
  return error?.[0] === text
}

function clubOf({ headers }: Response): string {
  return headers.get(CLUB_HEADER) ?? ''
}
