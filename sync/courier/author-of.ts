import { ApiError } from '../../mocks/api-error.ts'
import { noteUse, usableKey } from '../../mocks/domain/device-keys.ts'
import { publicKey } from '../../mocks/domain/token.ts'
import type { Host } from '../../mocks/host.ts'
import { timeOf } from '../../mocks/store/ids.ts'
import { isEarly } from '../../mocks/store/newest-name.ts'
import type { UserRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { CallName } from '../../src/contract/calls.ts'
import { canBeCarried } from '../local-calls.ts'
import { clubIdOf } from '../protocol.ts'
import { CARRIED_MS } from './courier-rules.ts'
import { hashWrite, isSignedBy, readProof } from './proof.ts'

/** A write that a phone delivers for its author. */
export type ProvedWrite = {
  name: string
  call: CallName
  params: Record<string, string>
  body?: unknown
  file?: { bytes: ArrayBuffer }
  proof: string
}

/** The names and hashes of writes that were counted against the quota of their author. A process counts for itself. */
const counted = new Set<string>()
/** More than a week of a busy club. */
const MAX_COUNTED = 50_000

/**
 * The server for a write whose viewer is its author, by a proof. Everybody who has the write can deliver it again and
 * again, so it counts once against the quota of its author: another write of the same name counts again.
 */
export function byProof(server: Host, write: ProvedWrite): Host {
  const { admit } = server
  // Called after `authorOf`, which has compared the hash with the write.
  const admitOnce: Host['admit'] = (author, size) => {
    const key = `${write.name} ${listedHash(readProof(write.proof), write.name)}`
    if (counted.has(key)) return
    admit(author, size)
    counted.add(key)
    if (counted.size > MAX_COUNTED) counted.delete(counted.values().next().value ?? '')
  }
  return {
    ...server,
    readUser: (tx) => authorOf(tx, write),
    admit: admitOnce,
  }
}

/**
 * The author of a write, by the proof that came with it: a JWS of one of their devices over exactly this write.
 * @throws ApiError 403 when the proof is not valid, too old, of another club or write, or its device is revoked
 */
async function authorOf(tx: Transaction, write: ProvedWrite): Promise<UserRow> {
  const { name, call, proof } = write
  const read = readProof(proof)
  const club = await publicKey(tx)
  if (!read || !club || read.club !== clubIdOf(club)) throw refusal('is not of this club')
  const isListed = canBeCarried(call) && listedHash(read, name) === (await hashWrite(write))
  if (!isListed) throw refusal('is not of this change')
  const now = tx.clock.now()
  if (now - (timeOf(name) ?? 0) > CARRIED_MS) throw refusal('is older than a week')
  // Its author can correct the clock, the phone that delivers it can't.
  if (await isEarly(tx, name, now)) throw refusal('is from the future')
  const author = await tx.get('users', read.author)
  const key = author && (await usableKey(tx, author, read.kid, now))
  if (!author || !key) throw refusal('is of a device that was removed or is unknown')
  if (!(await isSignedBy(key, proof))) throw refusal('was changed')
  await noteUse(tx, author, key, now)
  return author
}

function listedHash(proof: ReturnType<typeof readProof>, name: string): string | undefined {
  return proof?.writes.find(([one]) => one === name)?.[1]
}

function refusal(reason: string): ApiError {
  return new ApiError({ status: 403, text: `The signature of this change ${reason}.` })
}
