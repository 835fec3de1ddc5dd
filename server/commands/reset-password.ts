import { putAccountState, readAccountState } from '../../mocks/domain/account-state.ts'
import { isGuest } from '../../mocks/domain/guest.ts'
import { hashPassword } from '../../mocks/domain/password.ts'
import { withNoSession } from '../../mocks/domain/token.ts'
import { newPassword } from '../new-password.ts'
import { changeData } from './change-data.ts'
import type { Command } from './command.ts'
import { findMember } from './find-user.ts'

/** How long a one-time password can be used, in ms. */
const LIFETIME_MS = 24 * 3_600_000

/** `reset-password`: for members who have forgotten their password, or lost a phone. */
export const resetPassword: Command = {
  usage: 'NAME',
  summary: 'a one-time password for NAME; ends all their sessions',
  names: [1, 1],
  async run(context, { names: [name] }) {
    const password = newPassword()
    const hash = await hashPassword(password, context.server.iterations)
    const { username, isSuspended } = await changeData(context, async (tx) => {
      const user = await findMember(tx, name)
      if (isGuest(user)) throw new Error('The password of the guest is public and stays.')
      await tx.put('users', { ...withNoSession(user), password: hash })
      const state = await readAccountState(tx, user)
      putAccountState(tx, user, { ...state, oneTime: { until: tx.now + LIFETIME_MS } })
      return { username: user.username, isSuspended: state.suspended !== undefined }
    })
    const hint = isSuspended ? `\n\n${username} is suspended: unsuspend allows the log-in.` : ''
    return {
      result: { username, password },
      text: `${username} can log in within a day with

  ${password}

and sets a new password then, with this one as the current password. It stops working for log-ins ten minutes after the
first. All their sessions have ended; what waits on their phones is sent after the log-in.${hint}`,
    }
  },
}
