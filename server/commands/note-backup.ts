import type { Transaction } from '../../mocks/store/transaction.ts'
import { LAST_BACKUP } from '../backup/for-engine.ts'
import type { Command } from './command.ts'

/** Notes in the club that runs that a backup was written, for `status`. */
export const noteBackup: Command = {
  usage: '',
  summary: '',
  async run({ server }) {
    const at = Date.now()
    await server.database.write(async (tx) => tx.putMeta(LAST_BACKUP, at))
    return { result: at }
  },
}

/** When the last backup was written while the club ran, in ms since 1970; `undefined` if that is not known. */
export async function readLastBackup(tx: Transaction): Promise<number | undefined> {
  return (await tx.getMeta(LAST_BACKUP)) as number | undefined
}
