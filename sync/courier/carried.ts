import { usableKey } from '../../mocks/domain/device-keys.ts'
import { timeOf } from '../../mocks/store/ids.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { inOrder, listStored, type StoredWrite } from '../device/unsent.ts'
import { refersTo } from '../references.ts'
import { CARRIED_MS, MAX_CARRIED, MAX_CARRIED_BYTES, MAX_CARRIED_LENGTH } from './courier-rules.ts'
import { readProof } from './proof.ts'

/*
 * The writes of others that this phone delivers. They are shown like its own, with their proofs in place of tokens.
 */
const CARRIED = 'carried/'

export type CarriedWrite = StoredWrite & {
  proof: string
  /** The phones that it came over, with this one. */
  hops: number
}

/** Oldest first. */
export async function listCarried(tx: Transaction): Promise<CarriedWrite[]> {
  return (await listStored(tx, CARRIED)) as CarriedWrite[]
}

export function putCarried(tx: Transaction, write: CarriedWrite): void {
  tx.entries.set(CARRIED + write.name, write)
}

export function removeCarried(tx: Transaction, { name }: CarriedWrite): void {
  tx.entries.set(CARRIED + name, undefined)
}

/** Removes all of them: on a phone without a member, nothing of others stays. */
export function clearCarried(tx: Transaction): void {
  tx.entries.clear([CARRIED])
}

/** What is known of the club. */
type Club = { club: string; clockOffset: number }

/**
 * Drops the writes that the club has done or refused, those that are too old or of another club, and those of devices that
 * were revoked. @returns the others
 */
export async function settleCarried(
  tx: Transaction,
  settled: ReadonlySet<string>,
  { club, clockOffset }: Club,
): Promise<CarriedWrite[]> {
  const now = Date.now() + clockOffset
  const waiting: CarriedWrite[] = []
  const gone: string[] = []
  for (const write of await listCarried(tx)) {
    const isGone = settled.has(write.name) || !(await isCurrent(tx, write, club, now))
    if (isGone) removeCarried(tx, write)
    if (isGone) gone.push(write.name)
    else waiting.push(write)
    const lacks = write.lacks?.filter((name) => !settled.has(name))
    if (!isGone && lacks && lacks.length < (write.lacks?.length ?? 0))
      putCarried(tx, { ...write, lacks })
  }
  if (gone.length > 0) await rememberSettled(tx, gone, now)
  return waiting
}

async function isCurrent(
  tx: Transaction,
  { name, proof }: CarriedWrite,
  club: string,
  now: number,
): Promise<boolean> {
  const read = readProof(proof)
  if (read?.club !== club || isTooOld(name, now)) return false
  const author = await tx.get('users', read.author)
  // After a copy of the newest part of a large club, the author can be missing here.
  return !author || (await usableKey(tx, author, read.kid, now)) !== undefined
}

/**
 * The names of those of these writes that the club cannot take now: a picture is missing, or the club has not taken them in this
 * sync. What refers to one has to wait, too.
 * @param carried oldest first
 * @param tried the names of those that were sent in this sync
 */
export function lateNames(
  carried: readonly CarriedWrite[],
  tried: ReadonlySet<string>,
): ReadonlySet<string> {
  const here = new Set(carried.map(({ name }) => name))
  const late = new Set<string>()
  for (const write of carried) {
    const isIncomplete = write.lacks?.some((name) => !here.has(name))
    if (isIncomplete || tried.has(write.name) || refersTo(write, late)) late.add(write.name)
  }
  return late
}

/** @param now the time of the club, in ms since 1970 */
export function isTooOld(name: string, now: number): boolean {
  return now - (timeOf(name) ?? 0) > CARRIED_MS
}

const SETTLED = 'settled-writes'
const MAX_SETTLED = 1_000

/** The names of writes that left this phone: it does not take them again. */
export async function readSettled(tx: Transaction): Promise<ReadonlySet<string>> {
  return new Set((await tx.getMeta(SETTLED)) as string[] | undefined)
}

export async function rememberSettled(
  tx: Transaction,
  names: readonly string[],
  now: number,
): Promise<void> {
  const known = [...(await readSettled(tx))].filter((name) => !isTooOld(name, now))
  tx.putMeta(SETTLED, [...new Set([...known, ...names])].slice(-MAX_SETTLED))
}

/**
 * The writes that a phone keeps: within its limits, of the one with the most writes as many as of the others. So no author can
 * take all the room, and of each the oldest stay, on which the others depend.
 */
export function withinRoom(writes: readonly CarriedWrite[]): CarriedWrite[] {
  const byAuthor = Map.groupBy(inOrder(writes), ({ userId }) => userId)
  const kept = () => [...byAuthor.values()].flat()
  for (const [max, weigh] of LIMITS) {
    const weightOf = (own: CarriedWrite[]) => own.reduce((sum, write) => sum + weigh(write), 0)
    while (weightOf(kept()) > max) {
      const [largest] = [...byAuthor.values()].sort((a, b) => weightOf(b) - weightOf(a))
      largest?.pop()
    }
  }
  return kept()
}

const ENVELOPE = 300

/** Of all writes together, with what each counts. */
const LIMITS: [max: number, weigh: (write: CarriedWrite) => number][] = [
  [MAX_CARRIED_BYTES, ({ file }) => file?.bytes.byteLength ?? 0],
  [MAX_CARRIED_LENGTH, ({ body, params }) => ENVELOPE + JSON.stringify({ body, params }).length],
  [MAX_CARRIED, () => 1],
]
