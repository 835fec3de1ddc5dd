import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../mocks/api-error.ts'
import type { Database } from '../mocks/database.ts'
import { countSignUp, readInvitation } from '../mocks/domain/invitations.ts'
import { readTime } from '../mocks/domain/settings.ts'
import type { Host } from '../mocks/host.ts'
import { INVITATION_HEADER } from '../src/contract/invitation.ts'
import type { Env } from './access.ts'
import { tooMany } from './limits.ts'
import type { TokenBuckets } from './token-buckets.ts'

/** Who may sign up: everybody, those with an invitation, or nobody (R3.25). */
export const SIGN_UPS = ['open', 'invited', 'closed'] as const
export type SignUp = (typeof SIGN_UPS)[number]

const CLOSED = { status: 403, text: 'This club takes no new members.' }
const NEEDS_INVITATION = {
  status: 403,
  text: 'This club is for people with an invitation. Ask its organiser for a link.',
}

/** Checks and counts invitations. An open club ignores one with which nobody could sign up elsewhere. */
export function admitSignUps(signUp: SignUp): Host['admitSignUp'] {
  return async (tx, token) => {
    if (signUp === 'closed') throw new ApiError(CLOSED)
    if (signUp === 'invited' && !token) throw new ApiError(NEEDS_INVITATION)
    const reading = token ? readInvitation(tx, token, tx.now) : undefined
    const invitation = await (signUp === 'open' ? reading?.catch(ignoreRefusal) : reading)
    return ({ _id }) => invitation && countSignUp(tx, invitation, _id)
  }
}

type SignUpLimits = {
  database: Database
  signUp: SignUp
  addressOf: (c: Context<Env>) => string
  /** By address. */
  signUps: TokenBuckets
  /** By invitation. */
  invited: TokenBuckets
}

/**
 * Limits the sign-ups of each address, and those of each invitation: people who arrive with one may all be behind the same
 * router. Whether they may sign up is checked in the transaction, where a repeated sign-up needs no second use.
 */
export function limitSignUps(limits: SignUpLimits): MiddlewareHandler<Env> {
  const { database, signUp, addressOf, signUps, invited } = limits
  return async (c, next) => {
    const token = c.req.header(INVITATION_HEADER)
    // Before a password is hashed.
    if (signUp === 'closed') throw new ApiError(CLOSED)
    if (signUp === 'invited' && !token) throw new ApiError(NEEDS_INVITATION)
    const reading =
      token && database.readUnlocked(async (tx) => readInvitation(tx, token, await readTime(tx)))
    const invitation = (await (reading || undefined)?.catch(ignoreRefusal))?._id
    const seconds = invitation ? invited.take(invitation) : signUps.take(addressOf(c))
    if (seconds > 0) return tooMany(seconds, 'Too many sign-ups. Wait a moment, then try again.')
    await next()
  }
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}
