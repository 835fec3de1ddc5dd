import {
  findInvitation,
  type Invitation,
  listInvitations,
  revokeInvitation,
  usesLeft,
} from '../../mocks/domain/invitations.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { changeData } from './change-data.ts'
import type { Command } from './command.ts'

/** `invitations`: all that were made, and who has signed up with them. */
export const invitations: Command = {
  usage: '',
  summary: 'the invitations, their uses that are left, and who came with them',
  async run({ server }) {
    const result = await server.database.read(async (tx) => {
      const all = await listInvitations(tx)
      return Promise.all(all.map((invitation) => describe(tx, invitation)))
    })
    return { result }
  },
}

/** `revoke-invitation`: nobody else can sign up with it. */
export const revoke: Command = {
  usage: 'ID',
  summary: 'ends an invitation; those who came with it stay',
  names: [1, 1],
  async run(context, { names: [id = ''] }) {
    await changeData(context, async (tx) => {
      const invitation = await findInvitation(tx, id)
      if (!invitation)
        throw new Error(`There is no invitation ${id}. The command invitations lists all.`)
      if (invitation.revokedAt) throw new Error('This invitation was revoked before.')
      revokeInvitation(tx, invitation)
    })
    return { result: { id, revoked: true }, text: 'Nobody can sign up with it any more.' }
  },
}

async function describe(tx: Transaction, invitation: Invitation): Promise<object> {
  const { _id: id, note, uses, expiresAt, revokedAt, usedBy } = invitation
  const users = await Promise.all(usedBy.map(({ userId }) => tx.get('users', userId)))
  const isUsedUp = usesLeft(invitation) === 0
  const isExpired = expiresAt <= tx.clock.now()
  const state = revokedAt ? 'revoked' : isUsedUp ? 'used up' : isExpired ? 'expired' : 'valid'
  return {
    id,
    note: note ?? '',
    left: `${usesLeft(invitation)} of ${uses}`,
    expires: new Date(expiresAt).toISOString().slice(0, 16),
    state,
    'used by': users.map((user) => user?.username ?? '(removed)').join(', '),
  }
}
