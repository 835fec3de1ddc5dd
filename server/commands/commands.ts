import type { Command } from './command.ts'
import { exportUser } from './export-user.ts'
import { listActions } from './list-actions.ts'
import { listUsers } from './list-users.ts'
import { removeCommentCommand, removePostCommand } from './remove-content.ts'
import { removeUser } from './remove-user.ts'
import { listReports, resolveReport, showReport } from './reports.ts'
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
  reports: listReports,
  report: showReport,
  'resolve-report': resolveReport,
  'remove-post': removePostCommand,
  'remove-comment': removeCommentCommand,
  actions: listActions,
}
