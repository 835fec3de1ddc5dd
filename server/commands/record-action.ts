import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../mocks/store/transaction.ts'

/** A command that an organiser has run, and who: a user of the machine. */
export type Action = { id: string; at: string; command: string; arguments: string[]; by: string }

/** The record of all commands that have changed something, oldest first. Not part of the rows, so that a reset keeps it. */
const ACTIONS = 'actions/'

/** How long actions are kept, in ms. They name people. */
const LIFETIME = 365 * 24 * 3_600_000
/** Actions that are removed at a time. */
const BATCH = 1_000

const SECRET = /password|secret|token|key/i

/** The action of a command that begins. @param by the user of the machine */
export function newAction({ name, names, options, by }: Given): Action {
  const now = Date.now()
  const given = Object.entries(options).flatMap(([option, value]) => {
    if (value === undefined || value === false) return []
    if (value === true) return [`--${option}`]
    return [`--${option}`, SECRET.test(option) ? '…' : value]
  })
  return {
    id: `${hexTime(now)}-${randomUUID().slice(0, 8)}`,
    at: new Date(now).toISOString(),
    command: name,
    arguments: [...names, ...given],
    by,
  }
}
type Given = {
  name: string
  names: readonly string[]
  options: Record<string, string | boolean | undefined>
  by: string
}

/** Records a command in the transaction that it changes something in. In several of one command, it counts once. */
export function recordAction(tx: Transaction, action: Action): void {
  tx.entries.set(ACTIONS + action.id, action)
}

/** The actions since a time, oldest first. @param since ms since 1970; all by default */
export async function readActions(tx: Transaction, since = 0): Promise<Action[]> {
  return (await tx.entries.scanStored(ACTIONS, { after: ACTIONS + hexTime(since) })) as Action[]
}

/** Removes old actions. @returns whether there may be more */
export async function trimActions(tx: Transaction): Promise<boolean> {
  const oldest = (await tx.entries.scanStored(ACTIONS, { limit: BATCH })) as Action[]
  const end = hexTime(Date.now() - LIFETIME)
  const old = oldest.filter(({ id }) => id < end)
  for (const { id } of old) tx.entries.set(ACTIONS + id, undefined)
  return old.length === BATCH
}

function hexTime(time: number): string {
  return Math.max(0, time).toString(16).padStart(12, '0')
}
