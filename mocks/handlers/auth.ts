import type { authCalls } from '../../src/contract/auth.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { readAccountState } from '../domain/account-state.ts'
import { removeKeyOf } from '../domain/device-keys.ts'
import { isGuest } from '../domain/guest.ts'
import { newUser } from '../domain/new-user.ts'
import { usersNamed, withProfile } from '../domain/profile.ts'
import { endSession, isEnded, signToken, userOfToken, withOneSession } from '../domain/token.ts'
import { timestamp } from '../store/timestamp.ts'
import type { Handlers } from './handler.ts'

export const authHandlers: Handlers<keyof typeof authCalls> = {
  async 'POST /api/auth/login'({ tx, show, body, prepared: matching }) {
    const named = await usersNamed(tx, body.username)
    if (named.length === 0) throw new ApiError(apiErrors.notRegistered)
    // The password may have been changed since it was compared.
    const user = named.find(
      ({ _id, password }) => _id === matching?._id && password === matching.password,
    )
    if (!user) throw new ApiError(apiErrors.wrongPassword)
    const { suspended, oneTime } = await readAccountState(tx, user)
    if (suspended) throw new ApiError(apiErrors.suspended)
    return {
      foundUser: await show.user(user),
      encodedToken: await signToken(tx, user),
      ...(oneTime && { mustSetPassword: true }),
    }
  },

  async 'POST /api/auth/signup'({ tx, body, prepared: password, invitation, host }) {
    const noteUser = await host.admitSignUp(tx, invitation)
    const firstName = (body.firstName ?? body.name).trim()
    const blank = newUser({ username: '', password: '', firstName, createdAt: timestamp(tx.now) })
    const profile = await withProfile(tx, blank, { ...body, password })
    const noteName = await host.admitName(tx, profile)
    const user = await tx.insert('users', profile)
    noteUser(user)
    noteName(user)
    // The token is created with the reply: the idempotency record of this result must not contain one.
    return { createdUser: user._id, encodedToken: user._id }
  },

  async 'POST /api/auth/verify'({ tx, show, body }) {
    const user = await userOfToken(tx, body.encodedToken)
    if (!user) throw new ApiError(apiErrors.badToken)
    return { user: await show.user(user) }
  },

  async 'POST /api/auth/logout'({ tx, prepared: session }) {
    if (await isEnded(tx, session)) throw new ApiError(apiErrors.badToken)
    await removeKeyOf(tx, session)
    await endSession(tx, session)
    // Ends its event streams.
    tx.touchOwn('users', session.userId)
    return { loggedOutUser: session.userId }
  },

  async 'POST /api/auth/logout-others'({ tx, viewer, token }) {
    if (isGuest(viewer)) throw new ApiError(apiErrors.guestIsShared)
    await tx.put('users', await withOneSession(tx, viewer, token))
    return { user: viewer._id }
  },
}
