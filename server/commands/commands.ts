import type { Command } from './command.ts'
import { listUsers } from './list-users.ts'

/** The commands of `npm run club -- <name> …`, by name. */
export const commands: Record<string, Command> = {
  list: listUsers,
}
