import type { Route } from '../../mocks/find-route.ts'
import { runHandler } from '../../mocks/handlers/run-handler.ts'
import type { Host } from '../../mocks/host.ts'
import { newestFirst } from '../../mocks/store/ids.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { META } from '../../mocks/store/write-buffer.ts'
import { isFormerMember } from '../../src/contract/former-member.ts'
import { isReplicated, ownPrefixes } from '../entries.ts'
import type { UnsentWrite } from '../messages.ts'
import { refersTo } from '../references.ts'

/*
 * The writes that a device has done and its club has not. `pending/` holds the requests in their order, and `base/` the
 * value of every changed key as the club has it.
 */
const PENDING = 'pending/'
const BASE = 'base/'
const TOKENS = `${META}tokens/`
const ENDED = `${META}ended/`

/** A picture of a form, which is sent as a request of its own. */
export type UnsentFile = { type: string; bytes: ArrayBuffer }

/** Its name is by the club's clock: it is also the order and the idempotency key. */
export type StoredWrite = Omit<UnsentWrite, 'change'> & {
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

/** Keeps what ends a session until the club knows of the log-out (R3.32), or forgets it. */
export function keepEnding(tx: Transaction, ending: string, isKept = true): void {
  tx.entries.set(ENDED + ending, isKept ? ending : undefined)
}

/** What ends the sessions of which the club does not know that they are over. */
export async function listEndings(tx: Transaction): Promise<string[]> {
  return (await tx.entries.scanStored(ENDED)) as string[]
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
  return inOrder([...all.values()].filter((write) => write !== undefined) as StoredWrite[])
}

/** The writes of this phone's users and those of others, oldest first: they can refer to each other. */
export function inOrder<Write extends StoredWrite>(
  ...lists: readonly (readonly Write[])[]
): Write[] {
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

/** The writes that wait, oldest first: `open` are those that can be sent, the others wait until their users log in again. */
export async function listWaiting(
  tx: Transaction,
): Promise<{ open: StoredWrite[]; withoutToken: StoredWrite[] }> {
  const waiting = (await listUnsent(tx)).filter(isWaiting)
  const tokens = await tx.entries.read(waiting.map(({ userId }) => TOKENS + userId))
  const { open = [], withoutToken = [] } = Object.groupBy(waiting, (_, index) =>
    tokens[index] ? 'open' : 'withoutToken',
  )
  return { open, withoutToken }
}

const LISTS = /bookmark|mute/

/**
 * Whether this device is ahead of its club in a row that the path of a call names, or in the list of the viewer's own that it reads, by a
 * write that can be sent: the club's reply would lack it.
 */
export async function isAhead(tx: Transaction, { name, params }: Route): Promise<boolean> {
  const named = new Set(Object.values(params))
  return (await listWaiting(tx)).open.some((write) =>
    named.size > 0
      ? named.has(write.name) || named.has(write.username) || refersTo(write, named)
      : LISTS.test(name) && LISTS.test(write.call),
  )
}

export function isWaiting({ error }: StoredWrite): boolean {
  return error === undefined
}

/** The `_id`s of the posts and comments here that the club does not have, of this phone's users and of others. */
export async function listUnsentRows(tx: Transaction): Promise<ReadonlySet<string>> {
  const prefixes = ['posts/', 'comments/'].map((table) => BASE + table)
  const found = await Promise.all(prefixes.map((prefix) => tx.entries.scanStored(prefix)))
  const fresh = (found.flat() as Base[]).filter(({ old }) => old === undefined)
  return new Set(fresh.map(({ key }) => newestFirst(key.slice(key.indexOf('/') + 1))))
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

/** Removes what only this user may have on the device: their notifications, and whom they mute. */
export function clearOwn(tx: Transaction, userId: string): void {
  const prefixes = ownPrefixes(userId)
  tx.entries.clear([...prefixes, ...prefixes.map((prefix) => BASE + prefix)])
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
  host: Host,
): Promise<void> {
  const { entries } = tx
  const fromClub = new Map(entries.changes)
  for (const write of writes)
    await entries.attempt(() => run(tx, write, host)).catch(() => undefined)
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
  host: Host,
): Promise<void> {
  const viewer = await tx.get('users', userId)
  // The club will not do it, and no post of a former member is new.
  if (!viewer || isFormerMember(viewer)) throw new Error('This user no longer exists')
  tx.beginWrite(name)
  const sent = file ? { file: new Blob([file.bytes], { type: file.type }) } : body
  await runHandler(call, { tx, params, viewer, host, body: sent })
}
