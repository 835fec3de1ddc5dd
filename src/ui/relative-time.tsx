import { type PointerEvent, useEffect, useState } from 'react'
import { timeAgo } from './time-ago.ts'

/** Shows how long ago `time` was, with the exact time on hover. Updates every minute. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => everyMinute(setNow), [])
  return (
    <time dateTime={time} onPointerEnter={showExact}>
      {timeAgo(Date.parse(time), now)}
    </time>
  )
}

/** Runs on hover only, because a date formatter takes long to create. */
function showExact({ currentTarget }: PointerEvent<HTMLTimeElement>): void {
  const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' })
  currentTarget.title = exact.format(new Date(currentTarget.dateTime))
}

const MINUTE_MS = 60_000
const listeners = new Set<(now: number) => void>()
/** All times on screen share one timer. */
let timer: ReturnType<typeof setInterval> | undefined

/** @returns a function that unsubscribes */
function everyMinute(listener: (now: number) => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const update of listeners) update(Date.now())
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
