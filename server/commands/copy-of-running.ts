import type { CopyOfRunning } from '../backup/data.ts'
import type { LocalContext } from './command.ts'

/** Has the club that runs copy its file, by the command `copy-file`. */
export function copyOfRunning({ send }: Pick<LocalContext, 'send'>): CopyOfRunning {
  return async (data) => (await send(data, 'copy-file')) as string | undefined
}
