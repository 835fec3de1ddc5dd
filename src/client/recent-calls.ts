import type { CallName } from '../contract/calls.ts'

/** A call as a report may tell it: its path as the contract writes it, with nobody's name in it. */
type RecentCall = {
  name: CallName
  /** What was answered, or why nothing was. */
  status: number | string
  ms: number
  /** When it ended, in ms since 1970. */
  at: number
}

const KEPT = 20
const calls: RecentCall[] = []

export function noteCall(name: CallName, status: number | string, ms: number): void {
  calls.push({ name, status, ms, at: Date.now() })
  if (calls.length > KEPT) calls.shift()
}

/** The last 20 calls of this page, the oldest first. */
export function recentCalls(): readonly RecentCall[] {
  return calls
}
