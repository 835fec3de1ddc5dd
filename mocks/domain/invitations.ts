import { ApiError } from '../api-error.ts'
import type { Transaction } from '../store/transaction.ts'
import { readTyped, signTyped } from './token.ts'

/** An invitation to a club (R3.25). In no reply, and in no replica. */
export type Invitation = {
  _id: string
  note?: string
  /** How many people can sign up with it. */
  uses: number
  /** Times in ms since 1970. */
  createdAt: number
  expiresAt: number
  revokedAt?: number
  usedBy: { userId: string; at: number }[]
}

/** The type of its token, so that it cannot pass for a session (`token.ts`). */
const TYPE = 'invitation'
type Claims = { invitation: string; exp: number }

const refused = (text: string) => new ApiError({ status: 403, text })
const ASK = 'Ask the organiser of the club for a new one.'

/** @param given.lifetime in ms. @returns the invitation, and the token of its link */
export async function createInvitation(
  tx: Transaction,
  { uses, lifetime, note }: { uses: number; lifetime: number; note?: string },
): Promise<{ invitation: Invitation; token: string }> {
  const createdAt = tx.now
  const expiresAt = createdAt + lifetime
  const invitation = { _id: tx.clock.newUuid(), note, uses, createdAt, expiresAt, usedBy: [] }
  put(tx, invitation)
  // Seconds, like the expiry of a session.
  const claims: Claims = { invitation: invitation._id, exp: Math.ceil(expiresAt / 1000) }
  return { invitation, token: await signTyped(tx, TYPE, claims) }
}

/**
 * The invitation of a token, if somebody can sign up with it.
 * @param now in ms since 1970
 * @throws ApiError 403 that says why not
 */
export async function readInvitation(
  tx: Transaction,
  token: string,
  now: number,
): Promise<Invitation> {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) {
    throw refused('This invitation is not complete. Open the whole link, or scan its code.')
  }
  const claims = (await readTyped(tx, TYPE, token)) as Claims | undefined
  if (!claims) throw refused(`This invitation is of another club. ${ASK}`)
  if (claims.exp * 1000 <= now) throw refused(`This invitation has expired. ${ASK}`)
  const invitation = await findInvitation(tx, claims.invitation)
  // One that is gone was revoked too: by a copy of the data from before.
  if (!invitation || invitation.revokedAt) throw refused(`This invitation was revoked. ${ASK}`)
  if (usesLeft(invitation) === 0) throw refused(`This invitation has been used. ${ASK}`)
  return invitation
}

/** Counts a sign-up, in the transaction that has read the invitation: of two at the same time, one gets the last use. */
export function countSignUp(tx: Transaction, invitation: Invitation, userId: string): void {
  put(tx, { ...invitation, usedBy: [...invitation.usedBy, { userId, at: tx.now }] })
}

/** Ends an invitation. Those who have signed up with it stay. */
export function revokeInvitation(tx: Transaction, invitation: Invitation): void {
  put(tx, { ...invitation, revokedAt: tx.now })
}

export async function findInvitation(tx: Transaction, id: string): Promise<Invitation | undefined> {
  return (await tx.getEntry('invitations', id)) as Invitation | undefined
}

/** All invitations, the newest first. */
export async function listInvitations(tx: Transaction): Promise<Invitation[]> {
  return (await tx.listEntries('invitations', {})) as Invitation[]
}

export function usesLeft({ uses, usedBy }: Invitation): number {
  return Math.max(0, uses - usedBy.length)
}

function put(tx: Transaction, invitation: Invitation): void {
  tx.putEntry('invitations', invitation._id, invitation)
}
