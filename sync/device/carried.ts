import { timeOf } from '../../mocks/data/ids.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { usableKey } from '../../mocks/domain/device-keys.ts'
import { CARRIED_MS, MAX_CARRIED, MAX_CARRIED_BYTES, MAX_CARRIED_LENGTH } from '../courier-rules.ts'
import { readProof } from '../proof.ts'
import { refersTo } from '../references.ts'
import { listStored, type StoredWrite } from './unsent.ts'

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
  const byAuthor = Map.groupBy(writes, ({ userId }) => userId)
  for (const own of byAuthor.values()) own.sort((a, b) => (a.name < b.name ? -1 : 1))
  const kept = () => [...byAuthor.values()].flat()
  const size = { count: writes.length, length: 0, bytes: 0 }
  for (const write of writes) addSize(size, write, 1)
  while (
    size.count > MAX_CARRIED ||
    size.length > MAX_CARRIED_LENGTH ||
    size.bytes > MAX_CARRIED_BYTES
  ) {
    const isOfPictures = size.bytes > MAX_CARRIED_BYTES
    const isOfLength = size.length > MAX_CARRIED_LENGTH
    const weigh = (write: CarriedWrite) =>
      isOfPictures ? bytesOf(write) : isOfLength ? lengthOf(write) : 1
    const weightOf = (own: CarriedWrite[]) => own.reduce((sum, write) => sum + weigh(write), 0)
    const [largest] = [...byAuthor.values()].sort((a, b) => weightOf(b) - weightOf(a))
    const dropped = largest?.pop()
    if (!dropped) break
    addSize(size, dropped, -1)
    size.count -= 1
  }
  return kept()
}

type Size = { count: number; length: number; bytes: number }

function addSize(size: Size, write: CarriedWrite, sign: 1 | -1): void {
  size.length += sign * lengthOf(write)
  size.bytes += sign * bytesOf(write)
}

const ENVELOPE = 300

function lengthOf({ body, params }: CarriedWrite): number {
  return ENVELOPE + JSON.stringify({ body, params }).length
}

function bytesOf({ file }: CarriedWrite): number {
  return file?.bytes.byteLength ?? 0
}
