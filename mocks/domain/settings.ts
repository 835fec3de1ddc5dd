import type { Settings } from '../../src/contract/settings.ts'
import type { Transaction } from '../data/transaction.ts'
import type { HostOptions } from '../server-options.ts'

/** The delay while neither host nor settings set one (R13.2). */
const DEFAULT_DELAY_MS = 400

const KEY = 'settings'

/** The settings in force: what was set, else the defaults. */
export async function readSettings(
  tx: Transaction,
  { delayMs = DEFAULT_DELAY_MS }: HostOptions,
): Promise<Settings> {
  const changed = (await tx.getMeta(KEY)) as Partial<Settings> | undefined
  return { delay: delayMs, failures: [], overrides: [], ...changed }
}

/** Set what `changes` names. Only that is stored, so that a default may change with the app. */
export async function changeSettings(tx: Transaction, changes: Partial<Settings>): Promise<void> {
  tx.putMeta(KEY, { ...((await tx.getMeta(KEY)) as Partial<Settings>), ...changes })
}

export function resetSettings(tx: Transaction): void {
  tx.putMeta(KEY, undefined)
}
