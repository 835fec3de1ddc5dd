import type { authCalls } from '../../src/contract/auth.ts'
import { refusals } from '../../src/contract/refusals.ts'
import { passwordMatches } from '../credentials/password.ts'
import { signToken, userOfToken } from '../credentials/token.ts'
import { Refused } from '../refused.ts'
import { timestamp } from '../store/timestamp.ts'
import { newUser } from '../users/new-user.ts'
import { withProfile } from '../users/profile.ts'
import { usersNamed } from '../users/users-named.ts'
import { userView } from '../views/users-view.ts'
import type { Handlers } from './handler.ts'

export const authHandlers: Handlers<keyof typeof authCalls> = {
  async 'POST /api/auth/login'({ tx, body }) {
    const named = await usersNamed(tx, body.username)
    if (named.length === 0) throw new Refused(refusals.notRegistered)
    for (const user of named) {
      if (!(await passwordMatches(body.password, user.password))) continue
      return { foundUser: await userView(tx, user), encodedToken: await signToken(tx, user) }
    }
    throw new Refused(refusals.wrongPassword)
  },

  async 'POST /api/auth/signup'({ tx, body }) {
    const firstName = (body.firstName ?? body.name).trim()
    const blank = newUser({ username: '', password: '', firstName, createdAt: timestamp() })
    const user = await tx.insert('users', await withProfile(tx, blank, body))
    return { createdUser: user._id, encodedToken: await signToken(tx, user) }
  },

  async 'POST /api/auth/verify'({ tx, body }) {
    const user = await userOfToken(tx, body.encodedToken)
    if (!user) throw new Refused(refusals.badToken)
    return { user: await userView(tx, user) }
  },
}
