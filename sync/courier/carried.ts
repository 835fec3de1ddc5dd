import { usableKey } from '../../mocks/domain/device-keys.ts'
import { timeOf } from '../../mocks/store/ids.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { readState } from '../device/replica-state.ts'
import { inOrder, listStored, type StoredWrite, tokensOf } from '../device/unsent.ts'
import type { WriteSource } from '../device/write-source.ts'
import { isShownByCourier } from '../local-calls.ts'
import { CARRIED_MS, MAX_CARRIED, MAX_CARRIED_BYTES, MAX_CARRIED_LENGTH } from './courier-rules.ts'
import { type KeyStore, listMissingKeys, registerDevice } from './device-keys.ts'
import { readProof } from './proof.ts'

/*
 * The writes of others that this phone delivers, with their proofs in place of tokens. Posts and comments are shown like its own.
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

/** The source of these writes. @param keys with which this phone signs those of its own users */
export const carriedWrites = (keys: KeyStore): WriteSource => ({
  list: listCarried,

  /** Each is sent once in a sync. One whose picture is missing has to wait. */
  async listReady(tx, tried) {
    const ready = await listCarried(tx)
    const here = new Set(ready.map(({ name }) => name))
    const late = ready.filter(
      ({ name, lacks = [] }) => tried.has(name) || lacks.some((one) => !here.has(one)),
    )
    return { ready, late: late.map(({ name }) => name) }
  },

  async prepare(tx, { file, ...write }) {
    const { proof } = write as CarriedWrite
    if (!file) return { authorization: '', proof }
    // A club receives pictures only from its members: the token is that of a user of this phone.
    const [authorization = ''] = await tokensOf(tx, (await readState(tx))?.viewers ?? [])
    return { authorization, proof }
  },

  /** Drops also those that are too old or of another club, and those of devices that were revoked. */
  async settle(tx, done, errors, { club, clockOffset }) {
    const now = Date.now() + clockOffset
    const waiting: CarriedWrite[] = []
    const gone: string[] = []
    for (const write of await listCarried(tx)) {
      const { name, lacks } = write
      if (done.has(name) || errors.has(name) || !(await isCurrent(tx, write, club, now))) {
        removeCarried(tx, write)
        gone.push(name)
        continue
      }
      waiting.push(write)
      const missing = lacks?.filter((one) => !done.has(one))
      if (missing?.length !== lacks?.length) putCarried(tx, { ...write, lacks: missing })
    }
    if (gone.length > 0) await rememberSettled(tx, gone, now)
    return waiting.filter(({ call }) => isShownByCourier(call))
  },

  async register(club, database) {
    let isChanged = false
    for (const missing of await database.read((tx) => listMissingKeys(tx, keys)))
      isChanged = (await registerDevice(club, keys, missing)) || isChanged
    return isChanged
  },

  forgetUser: (_tx, userId) => keys.write(userId, undefined),
  clear: (tx) => tx.entries.clear([CARRIED]),
})

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
