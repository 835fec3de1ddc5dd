import { type PointerEvent, useEffect, useState } from 'react'
import { timeAgo } from './time-ago.ts'

const MINUTE_MS = 60_000

/** "3 hr. ago", with the exact time on hover. Keeps up with the clock while it is on screen. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => everyMinute(setNow), [])
  return (
    <time dateTime={time} onPointerEnter={showExact}>
      {timeAgo(Date.parse(time), now)}
    </time>
  )
}

/** Only when it is asked for: what formats dates takes long to set up. */
function showExact({ currentTarget }: PointerEvent<HTMLTimeElement>): void {
  const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' })
  currentTarget.title = exact.format(new Date(currentTarget.dateTime))
}

// One clock for all times on screen.
const listeners = new Set<(now: number) => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** @returns how to stop */
function everyMinute(listener: (now: number) => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const tell of listeners) tell(Date.now())
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
