import type { UserRow } from '../../mocks/data/tables.ts'
import { findUsers } from '../../mocks/domain/search.ts'
import type { Command } from './command.ts'

/** Users that are read at a time. Other requests run in between. */
const PAGE = 200

/** `list`: all users, or those whose names contain a text. */
export const listUsers: Command = {
  usage: '[TEXT]',
  summary: 'the members, or those whose username or name contains TEXT',
  names: [0, 1],
  async run({ server }, { names: [text = ''] }) {
    const rows = await server.database.read(async (tx) => {
      const found: UserRow[] = []
      for (let before: string | undefined; ; before = found.at(-1)?._id) {
        const page = { before, limit: PAGE }
        const some = text ? await findUsers(tx, page, text) : await tx.list('users', page)
        found.push(...some)
        if (some.length < PAGE) return found
        await tx.pause()
      }
    })
    return {
      result: rows.map(({ username, firstName, createdAt, _id }) => ({
        username,
        name: firstName,
        since: createdAt.slice(0, 10),
        _id,
      })),
    }
  },
}
