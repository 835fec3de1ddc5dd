import { CLOCK_PRECISION, timeOf } from '../../mocks/data/ids.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { META } from '../../mocks/data/write-buffer.ts'
import { runHandler } from '../../mocks/handlers/run-handler.ts'
import type { HostOptions } from '../../mocks/server-options.ts'
import { isFormerMember } from '../../src/contract/former-member.ts'
import type { UnsentWrite } from '../../src/contract/sync.ts'
import { isReplicated } from '../entries.ts'
import { withNames } from '../references.ts'
import { nameAfter } from './replica-state.ts'

/*
 * The writes that a device has done and its club has not. `pending/` holds the requests in their order, and `base/` the
 * value of every changed key as the club has it.
 */
const PENDING = 'pending/'
const BASE = 'base/'
const TOKENS = `${META}tokens/`

/** A picture of a form, which is sent as a request of its own. */
export type UnsentFile = { type: string; bytes: ArrayBuffer }

/** Its name is by the club's clock: it is also the order and the idempotency key. */
export type StoredWrite = UnsentWrite & {
  file?: UnsentFile
  /** When it was first sent, by the club's clock, in ms since 1970. The reply was perhaps lost. */
  sentAt?: number
}

type Base = { key: string; old: unknown }

/** Stores a write that this transaction has done, to be sent later, and the values that it has replaced. */
export async function addUnsent(
  tx: Transaction,
  write: StoredWrite,
  authorization: string,
): Promise<void> {
  const { entries } = tx
  const keys = [...entries.changes.keys()].filter(isSynced)
  const known = await entries.readStored(keys.map((key) => BASE + key))
  const old = await entries.readStored(keys)
  for (const [index, key] of keys.entries()) {
    if (!known[index]) putBase(tx, { key, old: old[index] })
  }
  entries.set(PENDING + write.name, write)
  saveToken(tx, write.userId, authorization)
}

/** Stores the latest token of a user, which may be newer than a write. `undefined` removes it. */
export function saveToken(
  tx: Transaction,
  userId: string,
  authorization: string | undefined,
): void {
  tx.entries.set(TOKENS + userId, authorization)
}

/** Rows that replicas have, and pictures, which exist here until they are sent. */
function isSynced(key: string): boolean {
  return isReplicated(key) || key.startsWith('uploads')
}

/** The writes that the club has not done, oldest first. */
export async function listUnsent(tx: Transaction): Promise<StoredWrite[]> {
  return listStored(tx, PENDING)
}

/** The writes whose keys are this prefix and their name, oldest first. */
export async function listStored(tx: Transaction, prefix: string): Promise<StoredWrite[]> {
  const stored = (await tx.entries.scanStored(prefix)) as StoredWrite[]
  const all = new Map<string, unknown>(stored.map((write) => [prefix + write.name, write]))
  for (const [key, value] of tx.entries.changes) if (key.startsWith(prefix)) all.set(key, value)
  const writes = [...all.values()].filter((write) => write !== undefined) as StoredWrite[]
  return writes.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The writes of this phone's users and those of others, oldest first: they can refer to each other. */
export function inOrder(...lists: readonly StoredWrite[][]): StoredWrite[] {
  return lists.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function putUnsent(tx: Transaction, write: StoredWrite): void {
  tx.entries.set(PENDING + write.name, write)
}

export function removeUnsent(tx: Transaction, { name }: StoredWrite): void {
  tx.entries.set(PENDING + name, undefined)
}

/** The latest token of a user; `undefined` when the club has refused it. */
export async function authorizationOf(
  tx: Transaction,
  userId: string,
): Promise<string | undefined> {
  return (await tx.entries.read([TOKENS + userId]))[0] as string | undefined
}

/** The tokens of those of these users who have one here. */
export async function tokensOf(tx: Transaction, userIds: readonly string[]): Promise<string[]> {
  const tokens = await tx.entries.read(userIds.map((userId) => TOKENS + userId))
  return tokens.flatMap((token) =>
    typeof token === 'string' ? token.replace(/^Bearer /i, '') : [],
  )
}

/** The users whose writes wait until they log in again. */
export async function usersWithoutToken(tx: Transaction): Promise<string[]> {
  const users = new Set((await listUnsent(tx)).filter(isWaiting).map(({ userId }) => userId))
  const tokens = await tx.entries.read([...users].map((userId) => TOKENS + userId))
  return [...users].filter((_, index) => !tokens[index])
}

/**
 * Gives new names to the writes whose names lie in the club's future: the clock was wrong when they were made, and the
 * club would reject them. Their order stays, and what they refer to. A write that was handed over keeps its name, because it may
 * arrive under it; so do those after it.
 * @param now the time of the club
 * @param settled the names of writes that the club has done, before its clock was set back, or refused
 * @returns whether there were any
 */
export async function renameFuture(
  tx: Transaction,
  now: number,
  settled: ReadonlySet<string>,
): Promise<boolean> {
  const waiting = (await listUnsent(tx)).filter(
    (write) => isWaiting(write) && !settled.has(write.name),
  )
  const first = waiting.findIndex(({ name }) => (timeOf(name) ?? 0) > now + CLOCK_PRECISION)
  if (first === -1) return false
  const handedOver = waiting.findIndex((write, index) => index >= first && write.handedOver)
  const end = handedOver < 0 ? waiting.length : handedOver
  if (end === first) return false
  const renamed = new Map<string, string>()
  let last = waiting[first - 1]?.name ?? ''
  for (const write of waiting.slice(first, end)) {
    last = nameAfter(tx, now, last)
    renamed.set(write.name, last)
    removeUnsent(tx, write)
    putUnsent(tx, { ...withNames(write, renamed), name: last, sentAt: undefined })
  }
  return true
}

export function isWaiting({ error }: StoredWrite): boolean {
  return error === undefined
}

/** Puts the values of the club back. */
export async function restoreBase(tx: Transaction): Promise<void> {
  const base = (await tx.entries.scanStored(BASE)) as Base[]
  await tx.entries.load(base.map(({ key }) => key))
  for (const { key, old } of base) {
    tx.entries.set(key, old)
    tx.entries.set(BASE + key, undefined)
  }
}

/** Removes all data of the club. What waits to be sent stays. */
export function clearRows(tx: Transaction): void {
  tx.clear()
  tx.entries.clear([BASE])
}

function putBase(tx: Transaction, base: Base): void {
  tx.entries.set(BASE + base.key, base)
}

/**
 * Does the pending writes again, on top of new data. One that fails has no effect here, and is left for the club to
 * refuse.
 */
export async function replay(
  tx: Transaction,
  writes: readonly StoredWrite[],
  host: HostOptions,
): Promise<void> {
  const { entries } = tx
  const fromClub = new Map(entries.changes)
  for (const write of writes) {
    await entries.attempt(() => run(tx, write, host)).catch(() => undefined)
  }
  // The first run has queued these.
  for (const key of entries.changes.keys()) if (key.startsWith('expiry/')) entries.keep(key)
  const keys = [...entries.changes]
    .filter(([key, value]) => isSynced(key) && !(fromClub.has(key) && fromClub.get(key) === value))
    .map(([key]) => key)
  const stored = await entries.readStored(keys)
  for (const [index, key] of keys.entries()) {
    putBase(tx, { key, old: fromClub.has(key) ? fromClub.get(key) : stored[index] })
  }
}

async function run(
  tx: Transaction,
  { name, call, params, body, file, userId }: StoredWrite,
  host: HostOptions,
): Promise<void> {
  const viewer = await tx.get('users', userId)
  // The club will not do it, and no post of a former member is new.
  if (!viewer || isFormerMember(viewer)) throw new Error('This user no longer exists')
  tx.beginWrite(name, { late: true, copied: true })
  const sent = file ? { file: new Blob([file.bytes], { type: file.type }) } : body
  await runHandler(call, { tx, params, viewer, host, body: sent })
}
