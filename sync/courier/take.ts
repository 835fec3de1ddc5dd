import { usableKey } from '../../mocks/domain/device-keys.ts'
import { checkBody, MAX_DEPTH, nestsDeeper } from '../../mocks/read-body.ts'
import { isAfter, isUuid, timeOf } from '../../mocks/store/ids.ts'
import type { UserRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { readState } from '../device/replica-state.ts'
import { listUnsent, putUnsent, type UnsentFile } from '../device/unsent.ts'
import { latestAtClub } from '../device/unusable-names.ts'
import { canBeCarried } from '../local-calls.ts'
import type { TakenResult } from '../messages.ts'
import { type Bundle, type BundledWrite, endOf, type SignedBatch } from './bundle.ts'
import {
  type CarriedWrite,
  isTooOld,
  listCarried,
  putCarried,
  readSettled,
  removeCarried,
  withinRoom,
} from './carried.ts'
import { CLOCK_TOLERANCE } from './courier-rules.ts'
import { type Claims, hashWrite, isSignedBy, joinProof } from './proof.ts'

/** In characters of JSON, as a club accepts. */
const MAX_BODY = 60_000
const MAX_PICTURE = 10_000_000

/**
 * Takes the writes of a bundle that are signed by devices of their authors, as far as there is room. Notes which writes of this
 * phone's users the other phone has. The caller does the writes that are kept.
 */
export async function takeBundle(
  tx: Transaction,
  bundle: Bundle,
  pictures: readonly ArrayBuffer[],
): Promise<TakenResult> {
  const state = await readState(tx)
  if (!state) return { problem: 'notReady' }
  if (bundle.club !== state.club) return { problem: 'otherClub' }
  const now = Date.now() + state.clockOffset
  const result = { added: 0, known: 0, refused: 0, full: 0 }
  const unsent = await listUnsent(tx)
  const carried = await listCarried(tx)
  const known = new Set([
    ...(await readSettled(tx)),
    ...[...unsent, ...carried].map(({ name }) => name),
  ])
  const files = [...pictures]
  const fresh: CarriedWrite[] = []
  for (const batch of bundle.batches) {
    for (const write of await checkBatch(tx, batch, files, { club: state.club, now })) {
      if (!write) result.refused += 1
      else if (known.has(write.name) || (await isRow(tx, write.name))) result.known += 1
      else {
        known.add(write.name)
        fresh.push(write)
      }
    }
  }
  const kept = new Set(withinRoom([...carried, ...fresh]))
  for (const write of fresh) if (kept.has(write)) putCarried(tx, write)
  for (const write of carried) if (!kept.has(write)) removeCarried(tx, write)
  result.added = fresh.filter((write) => kept.has(write)).length
  result.full = fresh.length - result.added

  const from = isUuid(bundle.from ?? '') ? await tx.get('users', bundle.from ?? '') : undefined
  const has = new Set(bundle.has)
  for (const write of unsent) {
    if (write.handedOver && from && has.has(endOf(write.name)))
      putUnsent(tx, { ...write, handedOver: { ...write.handedOver, to: from.username } })
  }
  return { ...result, from: from?.username }
}

/**
 * The writes of a batch; `undefined` for each one that is not its author's, or that no club would take.
 * @param files of all batches: those of this one are taken out
 */
async function checkBatch(
  tx: Transaction,
  { author: userId, kid, signature, writes }: SignedBatch,
  files: ArrayBuffer[],
  { club, now }: { club: string; now: number },
): Promise<(CarriedWrite | undefined)[]> {
  const withFiles = writes.map((one) => (Array.isArray(one) ? one : withFile(one, files)))
  const list: Claims['writes'] = []
  for (const one of withFiles)
    list.push(Array.isArray(one) ? one : [one.write.name, await hashOf(one)])
  const proof = joinProof(kid, { club, author: userId, writes: list }, signature)
  const author = isUuid(userId) ? await tx.get('users', userId) : undefined
  const key = author && (await usableKey(tx, author, kid, now))
  const isSigned = key && (await isSignedBy(key, proof))
  const latest = await latestAtClub(tx, now + CLOCK_TOLERANCE)
  return withFiles.flatMap((one) => {
    if (Array.isArray(one)) return []
    const isTaken = isSigned && !isAfter(one.write.name, latest) && isAcceptable(one, now)
    return [isTaken ? carriedWrite(one, author, proof) : undefined]
  })
}

/** Whether a name is that of a row here: then it has arrived, or is no name for another write. */
async function isRow(tx: Transaction, name: string): Promise<boolean> {
  return (await tx.has('posts', name)) || (await tx.has('comments', name))
}

type WithFile = { write: BundledWrite; file?: UnsentFile }

function withFile(write: BundledWrite, files: ArrayBuffer[]): WithFile {
  const bytes = write.picture && files.shift()
  return { write, file: bytes && { type: write.picture?.type ?? '', bytes } }
}

async function hashOf({ write: { call, params, body }, file }: WithFile): Promise<string> {
  // Nothing could make JSON of it, so nobody has signed it.
  return nestsDeeper(body, MAX_DEPTH) ? '' : hashWrite({ call, params, body, file })
}

function isAcceptable({ write: { name, call, params, body }, file }: WithFile, now: number) {
  if (isTooOld(name, now)) return false
  if (!Object.hasOwn(calls, call) || !canBeCarried(call as CallName)) return false
  const { body: schema, form }: Call = calls[call as CallName]
  const names = [...call.matchAll(/:(\w+)/g)].map(([, param = '']) => param)
  const hasParams = names.every((param) => params[param])
  if (!hasParams || Object.keys(params).length !== names.length) return false
  if (form) return file !== undefined && file.bytes.byteLength <= MAX_PICTURE
  if (file) return false
  if (!schema) return body === undefined
  try {
    const text = JSON.stringify(body)
    checkBody(schema, text)
    return text.length <= MAX_BODY
  } catch {
    return false
  }
}

function carriedWrite({ write, file }: WithFile, author: UserRow, proof: string): CarriedWrite {
  const { name, params, body } = write
  const call = write.call as CallName
  const { _id: userId, username } = author
  const { lacks } = write
  // Another phone may have delivered it.
  const sentAt = timeOf(name)
  const hops = write.hops + 1
  return { name, call, params, body, file, lacks, userId, username, proof, hops, sentAt }
}
