import type { Transaction } from '../../mocks/store/transaction.ts'
import type { Call } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/calls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { isTemporary } from '../local-calls.ts'
import { MAX_NAMES, type SentWrite, type WriteOutcome } from '../protocol.ts'
import { refersTo } from '../references.ts'
import type { Picture } from './club-connection.ts'
import { inOrder, listUnsent, putUnsent, type StoredWrite } from './unsent.ts'
import type { WriteSource } from './write-source.ts'

/** Several writes are sent together up to this length, in characters of JSON: a club takes 800 kB, and a character has up to 3 bytes. */
const MAX_LENGTH = 150_000

export type Batch = {
  /** The names of all. */
  names: string[]
  /** Of those that are sent for the first time. */
  first: string[]
  writes: SentWrite[]
  /** It is sent by itself. */
  picture?: Picture
}

/** Those of all sources, oldest first. */
export async function listAll(
  tx: Transaction,
  sources: readonly WriteSource[],
): Promise<StoredWrite[]> {
  return inOrder(...(await Promise.all(sources.map((source) => source.list(tx)))))
}

type Sendable = { write: StoredWrite; source: WriteSource }

/** The writes that can be sent, oldest first. @param tried as in {@link WriteSource.listReady} */
export async function listSendable(
  tx: Transaction,
  sources: readonly WriteSource[],
  tried: ReadonlySet<string>,
): Promise<Sendable[]> {
  const all: Sendable[] = []
  const waiting = new Set<string>()
  for (const source of sources) {
    const { ready, late } = await source.listReady(tx, tried)
    for (const write of ready) all.push({ write, source })
    for (const name of late) waiting.add(name)
  }
  all.sort((a, b) => (a.write.name < b.write.name ? -1 : 1))
  for (const { write } of all) if (refersTo(write, waiting)) waiting.add(write.name)
  return all.filter(({ write }) => !waiting.has(write.name))
}

/** The next writes: a picture by itself, or the others up to the next picture. Notes that they are sent. */
export async function takeBatch(
  tx: Transaction,
  sources: readonly WriteSource[],
  maxWrites: number,
  tried: ReadonlySet<string>,
): Promise<Batch> {
  const batch: Batch = { names: [], first: [], writes: [] }
  let length = 0
  for (const { write, source } of (await listSendable(tx, sources, tried)).slice(0, maxWrites)) {
    const { name, call, params, body, file, sentAt } = write
    length += JSON.stringify(body)?.length ?? 0
    if ((file || length > MAX_LENGTH) && batch.writes.length > 0) break
    const credentials = await source.prepare(tx, write)
    if (!credentials) continue
    batch.names.push(name)
    if (sentAt === undefined) batch.first.push(name)
    if (file) return { ...batch, picture: { name, file, ...credentials } }
    batch.writes.push({ name, call, params, body, ...credentials })
  }
  return batch
}

/** The names of the writes here that may have reached the club, with the pictures that they lack. */
export async function awaitedNames(
  tx: Transaction,
  sources: readonly WriteSource[],
): Promise<string[]> {
  const sent = (await listAll(tx, sources)).filter(({ sentAt }) => sentAt !== undefined)
  return sent.flatMap(({ name, lacks = [] }) => [name, ...lacks]).slice(0, MAX_NAMES)
}
/** Notes that these writes were not sent after all: there was no network. */
export async function forgetSending(tx: Transaction, names: readonly string[]): Promise<void> {
  for (const write of await listUnsent(tx)) {
    if (names.includes(write.name)) putUnsent(tx, { ...write, sentAt: undefined })
  }
}

/**
 * Sorts the club's replies to writes.
 * @returns the names of the writes that need no other try, the refused ones, and those that wait for a log-in
 */
export function sortOutcomes(
  outcomes: readonly WriteOutcome[],
  pending: readonly StoredWrite[],
): { done: string[]; refused: WriteOutcome[]; needLogIn: string[] } {
  const done: string[] = []
  const refused: WriteOutcome[] = []
  const needLogIn: string[] = []
  for (const outcome of outcomes) {
    const { name, status } = outcome
    if ((status >= 200 && status < 300) || isReached(outcome, pending)) done.push(name)
    else if (needsLogIn(outcome)) needLogIn.push(name)
    else if (status >= 400 && !isTemporary(status)) refused.push(outcome)
  }
  return { done, refused, needLogIn }
}

function needsLogIn({ status, error }: WriteOutcome): boolean {
  return status === apiErrors.notRegistered.status && error === apiErrors.notRegistered.text
}

function isReached({ name, error }: WriteOutcome, pending: readonly StoredWrite[]): boolean {
  const write = pending.find((one) => one.name === name)
  const { doneIf = [] }: Partial<Call> = write ? calls[write.call] : {}
  return doneIf.some(({ text }) => text === error)
}
