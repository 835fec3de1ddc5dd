import type { Call } from '../src/contract/call.ts'
import { type CallName, calls } from '../src/contract/calls.ts'
import { MAX_UNSEEN } from '../src/contract/max-unseen.ts'

/** The maximum of writes in one request. */
export const MAX_WRITES = 50

/** The newest notifications that a new replica gets, of each of its users: as many as are counted. */
export const COPIED_NOTIFICATIONS = MAX_UNSEEN

/** Whether a call is a write of data, which a device can do without a network and send later. */
export function canBeSentLater(name: CallName, body?: unknown): boolean {
  const call: Call = calls[name]
  if (!call.writes || call.offline !== 'here') return false
  // Only the club stores passwords.
  const { userData } = Object(body) as { userData?: { password?: unknown } }
  return !userData?.password
}

/** Whether the same request may succeed later. */
export function isTemporary(status: number): boolean {
  return status === 0 || [408, 425, 429].includes(status) || status >= 500
}

/** Whether another phone may deliver a write (docs/sync.md#courier). */
export function canBeCarried(name: CallName): boolean {
  return Boolean((calls[name] as Call).byCourier)
}

/** Whether that phone shows it meanwhile. */
export function isShownByCourier(name: CallName): boolean {
  return (calls[name] as Call).byCourier === 'shown'
}
