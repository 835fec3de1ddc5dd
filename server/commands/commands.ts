import type { Command } from './command.ts'
import { exportUser } from './export-user.ts'
import { invitations, revoke } from './invitations.ts'
import { invite } from './invite.ts'
import { listUsers } from './list-users.ts'
import { removeUser } from './remove-user.ts'
import { resetPassword } from './reset-password.ts'
import { suspendUser, unsuspendUser } from './suspend-user.ts'

/** The commands of `npm run club -- <name> …`, by name. */
export const commands: Record<string, Command> = {
  list: listUsers,
  'reset-password': resetPassword,
  suspend: suspendUser,
  unsuspend: unsuspendUser,
  'remove-user': removeUser,
  'export-user': exportUser,
  invite,
  invitations,
  'revoke-invitation': revoke,
}
