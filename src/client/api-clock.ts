import { NOW_HEADER, timeAt } from '../contract/now.ts'
import { observable } from '../pwa/observable.ts'

/** The setting `now` of the back end, from its last reply; `undefined` unless a tester has set it. */
const setting = observable<string | undefined>(undefined)

/** Notes the time of the back end. @param headers of a reply, by lower-case name */
export function noteTime(headers: Record<string, string>): void {
  const now = headers[NOW_HEADER.toLowerCase()]
  if (now !== setting.get()) setting.set(now)
}

/** The time of the back end: the device's own unless a tester has set it. */
export const apiClock = {
  /** In ms since 1970. */
  now: (): number => timeAt(setting.get()),
  /** @returns a function that unsubscribes */
  subscribe: setting.subscribe,
}
