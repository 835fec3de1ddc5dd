import type { SyncProblem, SyncWait } from '../../../sync/messages.ts'

const TEXTS: Record<SyncProblem, string> = {
  offline: "You're offline.",
  noReply: "Can't reach the club.",
  intercepted:
    'Something between this phone and the club answers in its place: a log-in page of the Wi-Fi?',
  tooLarge: 'A change is too large for a server on the way to the club.',
  busy: 'The club is busy.',
  version: 'The club has another version of the app.',
  device: "This device couldn't synchronize. Is its storage full?",
}

/** Why the device waits, in a sentence. */
export function describeProblem({ problem }: SyncWait): string {
  return TEXTS[problem]
}

/** Since when the device waits, and when it tries again, as times of the day. */
export function describeTimes({ since, nextTry }: SyncWait, format = timeOfDay): string {
  return `Since ${format(since)}. Next try at ${format(nextTry)}.`
}

function timeOfDay(time: number): string {
  return new Date(time).toLocaleTimeString('en', { timeStyle: 'medium', hourCycle: 'h23' })
}
