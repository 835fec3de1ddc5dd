import { clubReachable, isClub } from '../pwa/club.ts'

const SAVED = "Saved. It's sent when the club can be reached."

/** Reports a write that succeeded: with `text`, unless only this device has it. */
export function doneText(text: string): string {
  return isClub && !(navigator.onLine && clubReachable.get()) ? SAVED : text
}
