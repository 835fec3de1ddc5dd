import { readAccountState } from '../../mocks/domain/account-state.ts'
import { hasLeft } from '../../mocks/domain/former-member.ts'
import { findUsers } from '../../mocks/search/search.ts'
import type { UserRow } from '../../mocks/store/tables.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { Command } from './command.ts'

/** Users that are read at a time. Other requests run in between. */
const PAGE = 200

/** `list`: all users, or those whose names contain a text. */
export const listUsers: Command = {
  usage: '[TEXT]',
  summary: 'the members, or those whose username or name contains TEXT',
  names: [0, 1],
  async run({ server }, { names: [text = ''] }) {
    const result = await server.database.read(async (tx) => {
      const found: object[] = []
      for (let before: string | undefined; ; ) {
        const page = { before, limit: PAGE }
        const rows = text ? await findUsers(tx, page, text) : await tx.list('users', page)
        for (const row of rows) found.push(await describe(tx, row))
        before = rows.at(-1)?._id
        if (rows.length < PAGE) return found
        await tx.pause()
      }
    })
    return { result }
  },
}

async function describe(tx: Transaction, user: UserRow): Promise<object> {
  const { suspended, oneTime } = await readAccountState(tx, user)
  const reason = suspended?.reason ? `: ${suspended.reason}` : ''
  const state = hasLeft(user)
    ? 'former member'
    : suspended
      ? `suspended${reason}`
      : oneTime
        ? 'one-time password'
        : ''
  const { username, firstName: name, createdAt, _id } = user
  return { username, name, since: createdAt.slice(0, 10), state, _id }
}
