import { NOW_HEADER, timeAt } from '../contract/now.ts'
import { observable } from '../pwa/observable.ts'

/**
 * The setting `now` of the back end, from its last reply; `undefined` unless a tester has set it, or the clock of this
 * device is wrong.
 */
const setting = observable<string | undefined>(undefined)

/** Notes the time of the back end. @param headers of a reply, by lower-case name */
export function noteTime(headers: Record<string, string>): void {
  const now = headers[NOW_HEADER.toLowerCase()] ?? offsetIn(headers)
  if (now !== setting.get()) setting.set(now)
}

/**
 * A reply of the club itself has its date. A replica and the worker's back end name the time if it is not that of this device.
 * In minutes, because a reply is some time on its way: what shows a time is not rendered again.
 */
function offsetIn({ date = '' }: Record<string, string>): string | undefined {
  const minutes = Math.round((Date.parse(date) - Date.now()) / 60_000)
  return minutes ? `${minutes < 0 ? '' : '+'}${minutes}m` : undefined
}

/** The time of the back end: the device's own unless a tester has set it, or this clock is wrong. */
export const apiClock = {
  /** In ms since 1970. */
  now: (): number => timeAt(setting.get()),
  /** @returns a function that unsubscribes */
  subscribe: setting.subscribe,
}
