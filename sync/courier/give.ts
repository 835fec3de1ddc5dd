import { isAfter } from '../../mocks/store/ids.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { MAX_PICTURES } from '../../src/contract/text-limits.ts'
import { readState } from '../device/replica-state.ts'
import { isWaiting, listUnsent, putUnsent, type StoredWrite } from '../device/unsent.ts'
import { latestAtClub } from '../device/unusable-names.ts'
import { canBeCarried } from '../local-calls.ts'
import type { GivenResult } from '../messages.ts'
import { refersTo } from '../references.ts'
import { type Bundle, type BundledWrite, encodeBundle, endOf, type SignedBatch } from './bundle.ts'
import { type CarriedWrite, isTooOld, listCarried, rememberSettled } from './carried.ts'
import { CLOCK_TOLERANCE, MAX_CARRIED, MAX_HOPS, MAX_SIGNED } from './courier-rules.ts'
import { type DevicePair, isRemoved, type KeyStore, readPair } from './device-keys.ts'
import { type Claims, hashWrite, readProof, signatureOf, signClaims } from './proof.ts'

export type GiveOptions = {
  /** The viewer. */
  userId: string
  keys: KeyStore
  /** Pictures take too long as codes on a screen. */
  withPictures: boolean
  /** The characters of JSON, about. */
  maxLength: number
}

/** Names that are listed, so that their authors learn who has their writes. */
const MAX_HAS = 60

/**
 * Makes a bundle of the oldest waiting writes of the viewer, signed here, and of those of others that this phone carries. Notes
 * that they were handed over: from then on they keep their names, and have perhaps arrived, like after a lost reply.
 */
export async function giveBundle(
  tx: Transaction,
  { userId, keys, withPictures, maxLength }: GiveOptions,
): Promise<GivenResult> {
  const state = await readState(tx)
  if (!state) return { problem: 'notReady' }
  const now = Date.now() + state.clockOffset
  const pair = await readPair(tx, keys, userId, now)
  const unsent = (await listUnsent(tx)).filter(
    (write) => write.userId === userId && isWaiting(write),
  )
  const waiting = unsent.filter(({ call }) => canBeCarried(call))
  if (waiting.length > 0 && !pair)
    return { problem: (await isRemoved(tx, keys, userId)) ? 'removed' : 'unregistered' }
  const room = { length: maxLength, writes: MAX_CARRIED }
  const fits = (write: StoredWrite) => {
    room.length -= JSON.stringify({ ...write, file: undefined, proof: undefined }).length
    room.writes -= 1
    return room.length > 0 && room.writes >= 0
  }
  const carried = await listCarried(tx)
  const latest = await latestAtClub(tx, now + CLOCK_TOLERANCE)
  const mayGo = ({ name }: StoredWrite) => !isTooOld(name, now) && !isAfter(name, latest)
  const mayGoOn = carried.filter((write) => write.hops < MAX_HOPS && mayGo(write))
  const canGo = ({ file }: StoredWrite) => withPictures || !file
  const own = takeWhile(waiting.filter(mayGo).filter(canGo), fits)
  const others = takeWhile(mayGoOn.filter(canGo), fits)
  if (own.length + others.length === 0) {
    if (unsent.length + carried.length === 0) return { problem: 'nothing' }
    return { problem: waiting.some(mayGo) || mayGoOn.length > 0 ? 'tooLong' : 'notGivable' }
  }

  const { club } = state
  const batches = [
    ...(pair ? await signBatches(own, pair, { club, author: userId }) : []),
    ...batchesOf(others),
  ]
  for (const write of own) {
    const { handedOver = { at: now }, sentAt = now } = write
    putUnsent(tx, { ...write, handedOver, sentAt })
  }
  // They can come back, from a phone that has not heard of their end here.
  const names = own.map(({ name }) => name)
  await rememberSettled(tx, names, now)
  const has = carried.slice(-MAX_HAS).map(({ name }) => endOf(name))
  const given = [...own, ...others]
  markLacking(batches, [...waiting, ...carried], given)
  const bundle: Bundle = { version: 1, club, from: userId, has, batches }
  const pictures = picturesOf(batches, given)
  return {
    bytes: await encodeBundle(bundle, pictures),
    writes: given.length,
    pictures: pictures.length,
  }
}

/**
 * Notes the pictures that do not come along: a club refuses a post whose picture it does not have, so another phone keeps the post
 * until it gets the picture, or the author has sent it.
 * @param all what waits here
 * @param given what is in the batches
 */
function markLacking(
  batches: readonly SignedBatch[],
  all: readonly StoredWrite[],
  given: readonly StoredWrite[],
): void {
  const names = new Set(given.map(({ name }) => name))
  const left = all.filter(({ file, name }) => file && !names.has(name)).map(({ name }) => name)
  const missing = [...new Set([...left, ...all.flatMap(({ lacks = [] }) => lacks)])].filter(
    (name) => !names.has(name),
  )
  for (const write of batches.flatMap(({ writes }) => writes)) {
    if (Array.isArray(write)) continue
    const lacks = missing.filter((name) => refersTo(write, new Set([name])))
    if (lacks.length > 0) write.lacks = lacks.slice(0, MAX_PICTURES)
  }
}

function takeWhile<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item[] {
  const end = items.findIndex((item) => !fits(item))
  return items.slice(0, end < 0 ? undefined : end)
}

async function signBatches(
  writes: readonly StoredWrite[],
  { kid, privateKey }: DevicePair,
  { club, author }: Omit<Claims, 'writes'>,
): Promise<SignedBatch[]> {
  const batches: SignedBatch[] = []
  for (let start = 0; start < writes.length; start += MAX_SIGNED) {
    const some = writes.slice(start, start + MAX_SIGNED)
    const hashes = await Promise.all(some.map(hashWrite))
    const list = some.map(({ name }, index): [string, string] => [name, hashes[index] ?? ''])
    const proof = await signClaims(privateKey, kid, { club, author, writes: list })
    const bundled = some.map((write) => bundledWrite(write, 0))
    batches.push({ author, kid, signature: signatureOf(proof), writes: bundled })
  }
  return batches
}

/** The batches that other phones have signed. Of writes that are not here any more, they list the hashes. */
function batchesOf(writes: readonly CarriedWrite[]): SignedBatch[] {
  return [...Map.groupBy(writes, ({ proof }) => proof)].flatMap(([proof, some]): SignedBatch[] => {
    const read = readProof(proof)
    if (!read) return []
    const byName = new Map(some.map((write) => [write.name, write]))
    const bundled = read.writes.map(([name, hash]): BundledWrite | [string, string] => {
      const write = byName.get(name)
      return write ? bundledWrite(write, write.hops) : [name, hash]
    })
    const { author, kid } = read
    return [{ author, kid, signature: signatureOf(proof), writes: bundled }]
  })
}

function bundledWrite({ name, call, params, body, file }: StoredWrite, hops: number): BundledWrite {
  const picture = file && { type: file.type, length: file.bytes.byteLength }
  return { name, hops, call, params, body, picture }
}

function picturesOf(
  batches: readonly SignedBatch[],
  writes: readonly StoredWrite[],
): ArrayBuffer[] {
  const files = new Map(writes.map(({ name, file }) => [name, file]))
  return batches.flatMap((batch) =>
    batch.writes.flatMap((one) => (Array.isArray(one) ? [] : (files.get(one.name)?.bytes ?? []))),
  )
}
