import type { authCalls } from '../../../src/contract/auth.ts'
import { apiErrors } from '../../../src/contract/errors.ts'
import { guest } from '../../../src/contract/guest.ts'
import { DEFAULT_COVER, DEFAULT_PHOTO } from '../../domain/new-user.ts'
import { mergeProfile, sameName } from './profile-rules.ts'
import { ModelError, type Rules, refuseIf } from './rule.ts'
import { serializeUser } from './views.ts'
import type { ModelUser, World } from './world.ts'

/** How long a token is valid. */
const TOKEN_SECONDS = 30 * 24 * 3600

export const authRules: Rules<keyof typeof authCalls> = {
  'POST /api/auth/login'({ world, body }) {
    const user = world.data.users.find(({ username }) => sameName(username, body.username))
    if (!user) throw new ModelError(apiErrors.notRegistered)
    refuseIf(user.password !== body.password, apiErrors.wrongPassword)
    return ({ encodedToken }) => {
      beginSession(world, user, encodedToken)
      return { foundUser: serializeUser(user), encodedToken }
    }
  },

  'POST /api/auth/signup'({ world, body }) {
    const user = blankUser(world)
    mergeProfile(world, user, { firstName: body.name, ...body })
    user.id = String(++world.data.given.users)
    world.data.users.push(user)
    return ({ createdUser, encodedToken }) => {
      user._id = createdUser._id
      beginSession(world, user, encodedToken)
      return { createdUser: serializeUser(user), encodedToken }
    }
  },

  'POST /api/auth/verify'({ world, body }) {
    const user = viewerOf(world, body.encodedToken)
    if (!user) throw new ModelError(apiErrors.badToken)
    return () => ({ user: serializeUser(user) })
  },

  'POST /api/auth/logout'({ world, body }) {
    const ended = world.sessions.find(
      ({ token, until }) => token === body.encodedToken && until > 0,
    )
    if (!ended) throw new ModelError(apiErrors.badToken)
    ended.until = 0
    return () => ({ loggedOutUser: ended.userId })
  },

  'POST /api/auth/logout-others'({ viewer, token }) {
    refuseIf(viewer.username === guest.username, apiErrors.guestIsShared)
    endOthers(viewer, token)
    return () => ({ user: serializeUser(viewer) })
  },
}

/** The user of a token. Tokens are valid for 30 days, while their user exists. */
export function viewerOf({ sessions, data, now }: World, token: unknown): ModelUser | undefined {
  const session = sessions.find((one) => one.token === token && one.until > now)
  const user = data.users.find(({ _id }) => _id === session?.userId)
  // Since it began, no sessions of the user were ended, or this one was kept.
  const isOpen = session?.id === user?.sessions?.id || user?.sessions?.kept === token
  return isOpen ? user : undefined
}

let ends = 0

/** Ends all sessions of a user but that of the token. */
export function endOthers(user: ModelUser, token: string): void {
  ends += 1
  user.sessions = { id: ends, kept: token }
}

function beginSession(world: World, user: ModelUser, token: string): void {
  const until = world.now + TOKEN_SECONDS
  world.sessions.push({ token, userId: user._id, until, id: user.sessions?.id })
}

function blankUser({ now }: World): ModelUser {
  const texts = { _id: '', id: '', username: '', password: '', name: '', firstName: '', bio: '' }
  return {
    ...texts,
    profilePhoto: { default: DEFAULT_PHOTO, chosen: '' },
    coverPhoto: { default: DEFAULT_COVER, chosen: '' },
    extra: {},
    followers: [],
    following: [],
    bookmarks: [],
    liked: [],
    muted: [],
    createdAt: now,
    updatedAt: now,
  }
}
