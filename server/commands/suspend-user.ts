import { putAccountState, readAccountState } from '../../mocks/domain/account-state.ts'
import { isGuest } from '../../mocks/domain/guest.ts'
import { withNoSession } from '../../mocks/domain/token.ts'
import { changeData } from './change-data.ts'
import type { Command } from './command.ts'
import { findMember, findUser } from './find-user.ts'

/** `suspend`: ends the sessions of an account, and refuses its log-in. What it has posted stays. */
export const suspendUser: Command = {
  usage: 'NAME [--reason TEXT]',
  summary: 'NAME cannot log in any more; their sessions end, their posts stay',
  options: { reason: { type: 'string' } },
  names: [1, 1],
  async run(context, { names: [name], options: { reason } }) {
    const username = await changeData(context, async (tx) => {
      const user = await findMember(tx, name)
      if (isGuest(user)) throw new Error('Everybody is the guest: it cannot be suspended.')
      const state = await readAccountState(tx, user)
      const suspended = { at: tx.now, reason: typeof reason === 'string' ? reason : undefined }
      putAccountState(tx, user, { ...state, suspended })
      // The password stays, for the day on which the suspension ends.
      await tx.put('users', { ...withNoSession(user), password: user.password })
      return user.username
    })
    return {
      result: { username, suspended: true },
      text: `${username} is suspended. unsuspend ends that.`,
    }
  },
}

/** `unsuspend`: the log-in works again, with the same password. */
export const unsuspendUser: Command = {
  usage: 'NAME',
  summary: 'NAME can log in again',
  names: [1, 1],
  async run(context, { names: [name] }) {
    const username = await changeData(context, async (tx) => {
      const user = await findUser(tx, name)
      const { suspended, ...state } = await readAccountState(tx, user)
      if (!suspended) throw new Error(`${user.username} is not suspended.`)
      putAccountState(tx, user, state)
      return user.username
    })
    return { result: { username, suspended: false }, text: `${username} can log in again.` }
  },
}
