/** The clocks of the Lab are the same in every time zone, so that everybody sees the same run. */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** @param time in ms since 1970 */
export function formatClock(time: number): string {
  return clock.format(time)
}
