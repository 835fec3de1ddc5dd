import { readTime } from '../../mocks/domain/settings.ts'
import type { Host } from '../../mocks/host.ts'
import { handleRequest } from '../../mocks/pipeline.ts'
import { isEarly } from '../../mocks/store/newest-name.ts'
import { KEY_HEADER, lineOf } from '../../src/contract/call.ts'
import type { CallName } from '../../src/contract/calls.ts'
import { TAB_HEADER } from '../../src/contract/changes.ts'
import type { ErrorBody } from '../../src/contract/errors.ts'
import { byProof, type ProvedWrite } from '../courier/author-of.ts'
import { readProof } from '../courier/proof.ts'
import { isTemporary } from '../local-calls.ts'
import { PROOF_HEADER, REPLICA_VERSION, type SyncReply, type WriteOutcome } from '../protocol.ts'
import { refersTo } from '../references.ts'
import { namedByDevice } from './names.ts'
import { ownersOf } from './owners.ts'
import type { ReadSync, ReadWrite } from './read-sync.ts'
import { readChanges } from './write-log.ts'

/**
 * The club's side of a sync: does the writes of a device in their order, then reads what has changed since its cursor,
 * these writes included. Stops at the first write that may succeed later. One of another phone's user holds up the writes
 * of its author only.
 * @param client.device its id, which is named in the changes
 * @param client.mayWrite returns false when it has written too much
 * @param client.signal ends a write that a failure lets hang
 * @param client.onOutcome takes the outcome of each write, also of one that may succeed later
 */
export async function answerSync(
  server: Host,
  { since, writes, viewers, tokens, names, nonce }: ReadSync,
  { device = '', mayWrite = () => true, signal, onOutcome }: Client = {},
): Promise<SyncReply> {
  const outcomes: WriteOutcome[] = []
  const late = new Set<string>()
  /** The names of writes that are not done: what refers to them is not done either. Somebody else can have a row of that name. */
  const missing = new Set<string>()
  for (const write of writes) {
    if (!mayWrite()) break
    const author = authorIn(write)
    if ((author !== undefined && late.has(author)) || isAbout(write, missing)) {
      missing.add(write.name)
      continue
    }
    const outcome = await outcomeOf(server, write, device, signal)
    onOutcome?.(outcome)
    const isLate = isTemporary(outcome.status)
    if (outcome.status >= 400) missing.add(write.name)
    if (!isLate) outcomes.push(outcome)
    else if (author === undefined) break
    else late.add(author)
  }
  return server.database.read(async (tx) => ({
    version: REPLICA_VERSION,
    now: await readTime(tx),
    nonce,
    outcomes,
    changes: await readChanges(tx, since, { viewers, owners: await ownersOf(tx, tokens), names }),
  }))
}

type Client = {
  device?: string
  mayWrite?: () => boolean
  signal?: AbortSignal
  onOutcome?: (outcome: WriteOutcome) => void
}

/** The author that a proof names; `undefined` of a write with a token. */
function authorIn(write: ReadWrite): string | undefined {
  const proof = 'proof' in write ? write.proof : undefined
  return proof === undefined ? undefined : (readProof(proof)?.author ?? '')
}

function isAbout(write: ReadWrite, names: ReadonlySet<string>): boolean {
  return !('refusal' in write) && refersTo({ params: write.params, body: write.text }, names)
}

type DoableWrite = Exclude<ReadWrite, { refusal: object }>

/** Never rejects: the outcomes of the writes before are not lost. */
async function outcomeOf(
  server: Host,
  write: ReadWrite,
  device: string,
  signal?: AbortSignal,
): Promise<WriteOutcome> {
  if ('refusal' in write) return { name: write.name, ...write.refusal }
  return doWrite(server, write, device, signal).catch((error) => {
    server.report(error)
    return { name: write.name, status: 500 }
  })
}

/** RFC 8470. */
const TOO_EARLY = 425

async function doWrite(
  server: Host,
  { name, call, params, text, authorization, proof }: DoableWrite,
  device: string,
  signal?: AbortSignal,
): Promise<WriteOutcome> {
  // It would get another id here. The device corrects its clock by this reply, and the name with it.
  const isOwn = proof === undefined
  const { database } = server
  const isTooEarly = () =>
    database.readUnlocked(async (tx) => isEarly(tx, name, await readTime(tx)))
  if (isOwn && (await isTooEarly())) return { name, status: TOO_EARLY }
  const headers = {
    'Content-Type': 'application/json',
    Prefer: 'return=minimal',
    // A client must not choose between the two.
    ...(isOwn && { authorization }),
    [TAB_HEADER]: device,
  }
  const proved = isOwn ? undefined : { name, call, params, body: parsed(text), proof }
  const init = { headers, body: text, signal }
  const response = await handleNamed(server, { name, call, params }, init, proved)
  if (response.ok) return { name, status: response.status }
  // A forced failure without a reply has no body.
  const { error }: Partial<ErrorBody> = await response.json().catch(() => ({}))
  return { name, status: response.status, error: error?.[0] }
}

type Named = { name: string; call: CallName; params: Record<string, string> }

/** Handles a write as a request of its own, under the name that a device has given it. @param proved its author is the one of a proof */
function handleNamed(
  server: Host,
  { name, call, params }: Named,
  init: RequestInit,
  proved?: ProvedWrite,
): Promise<Response> {
  const { method, path } = lineOf(call, params)
  const headers = { ...init.headers, [KEY_HEADER]: name }
  const request = new Request(new URL(path, 'http://localhost'), { ...init, method, headers })
  const host = namedByDevice(proved ? byProof(server, proved) : server)
  return handleRequest(host, request, { name: call, params })
}

/** Does the upload of a picture that another phone delivers: a form like that of `POST /api/uploads`, with a proof. */
export async function answerPicture(server: Host, request: Request): Promise<Response> {
  const name = request.headers.get(KEY_HEADER) ?? ''
  const proof = request.headers.get(PROOF_HEADER) ?? ''
  const body = await request.formData().catch(() => new FormData())
  const file = body.get('file')
  const bytes = file instanceof Blob ? await file.arrayBuffer() : new ArrayBuffer()
  const upload: Named = { name, call: 'POST /api/uploads', params: {} }
  return handleNamed(server, upload, { body }, { ...upload, file: { bytes }, proof })
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text)
}
