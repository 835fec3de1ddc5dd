import { ApiError } from '../../mocks/api-error.ts'
import { CLOCK_PRECISION, timeOf } from '../../mocks/data/ids.ts'
import type { UserRow } from '../../mocks/data/tables.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { noteUse, usableKey } from '../../mocks/domain/device-keys.ts'
import { publicKey } from '../../mocks/domain/token.ts'
import type { CallName } from '../../src/contract/calls.ts'
import { CARRIED_MS, canBeCarried } from '../courier-rules.ts'
import { hashWrite, isSignedBy, readProof } from '../proof.ts'
import { clubIdOf } from '../protocol.ts'

/** A write that a phone delivers for its author. */
export type ProvedWrite = {
  name: string
  call: CallName
  params: Record<string, string>
  body?: unknown
  file?: { bytes: ArrayBuffer }
  proof: string
}

/**
 * The author of a write, by the proof that came with it: a JWS of one of their devices over exactly this write.
 * @throws ApiError 403 when the proof is not valid, too old, of another club or write, or its device is revoked
 */
export async function authorOf(tx: Transaction, write: ProvedWrite): Promise<UserRow> {
  const { name, call, proof } = write
  const read = readProof(proof)
  const club = await publicKey(tx)
  if (!read || !club || read.club !== clubIdOf(club)) throw refusal('is not of this club')
  const listed = read.writes.find(([one]) => one === name)
  const isListed = canBeCarried(call) && listed?.[1] === (await hashWrite(write))
  if (!isListed) throw refusal('is not of this change')
  const now = tx.clock.now()
  const time = timeOf(name) ?? 0
  if (now - time > CARRIED_MS) throw refusal('is older than a week')
  // Its author can correct the clock, the phone that delivers it can't.
  if (time > now + CLOCK_PRECISION) throw refusal('is from the future')
  const author = await tx.get('users', read.author)
  const key = author && (await usableKey(tx, author, read.kid, now))
  if (!author || !key) throw refusal('is of a device that was removed or is unknown')
  if (!(await isSignedBy(key, proof))) throw refusal('was changed')
  await noteUse(tx, author, key, now)
  return author
}

function refusal(reason: string): ApiError {
  return new ApiError({ status: 403, text: `The signature of this change ${reason}.` })
}
