import { backup } from './backup.ts'
import { check } from './check.ts'
import type { Command, LocalCommand } from './command.ts'
import { copyFile } from './copy-file.ts'
import { exportUser } from './export-user.ts'
import { invitations, revoke } from './invitations.ts'
import { invite } from './invite.ts'
import { listActions } from './list-actions.ts'
import { listUsers } from './list-users.ts'
import { noteBackup } from './note-backup.ts'
import { removeCommentCommand, removePostCommand } from './remove-content.ts'
import { removeUser } from './remove-user.ts'
import { listReports, resolveReport, showReport } from './reports.ts'
import { resetPassword } from './reset-password.ts'
import { restore } from './restore.ts'
import { showStatus } from './status.ts'
import { suspendUser, unsuspendUser } from './suspend-user.ts'

/** The commands of `npm run club -- <name> …`, by name. */
export const commands: Record<string, Command | LocalCommand> = {
  status: showStatus,
  list: listUsers,
  'reset-password': resetPassword,
  suspend: suspendUser,
  unsuspend: unsuspendUser,
  'remove-user': removeUser,
  'export-user': exportUser,
  backup,
  check,
  restore,
  'copy-file': copyFile,
  'note-backup': noteBackup,
  reports: listReports,
  report: showReport,
  'resolve-report': resolveReport,
  'remove-post': removePostCommand,
  'remove-comment': removeCommentCommand,
  actions: listActions,
  invite,
  invitations,
  'revoke-invitation': revoke,
}
