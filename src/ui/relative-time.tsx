import { type PointerEvent, useEffect, useState } from 'react'
import { timeAgo } from './time-ago.ts'

type Clock = {
  /** In ms since 1970. */
  now: () => number
  /** Calls the listener when the clock is set. @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}
type Props = { time: string; clock?: Clock }

const deviceClock: Clock = { now: () => Date.now(), subscribe: () => () => undefined }

/** Shows how long ago `time` was, with the exact time on hover. Updates every minute. */
export function RelativeTime({ time, clock = deviceClock }: Props) {
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const update = () => setNow(clock.now())
    const stops = [everyMinute(update), clock.subscribe(update)]
    // It may have been set between the first render and now.
    setNow((before) => (Math.abs(clock.now() - before) < MINUTE_MS ? before : clock.now()))
    return () => stops.forEach((stop) => void stop())
  }, [clock])
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
const listeners = new Set<() => void>()
/** All times on screen share one timer. */
let timer: ReturnType<typeof setInterval> | undefined

/** @returns a function that unsubscribes */
function everyMinute(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const update of listeners) update()
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
