import { useEffect, useState } from 'react'

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' })

/** "3 hr. ago", with the exact time on hover. Keeps up with the clock while it is on screen. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={time} title={exact.format(new Date(time))}>
      {timeAgo(Date.parse(time), now)}
    </time>
  )
}

/** Both in ms since 1970. A time in the future, from a clock set back, reads "now" too. */
function timeAgo(time: number, now: number): string {
  const seconds = (now - time) / 1000
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? []
  return unit && length ? relative.format(-Math.floor(seconds / length), unit) : 'now'
}
