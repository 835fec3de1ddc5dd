import { useEffect, useEffectEvent } from 'react'
import { observable } from '../pwa/observable.ts'

/** Counts how often rows have arrived, or the club could be reached again. */
const arrivals = observable(0)

/** Lets the screens that lack something read it again (R2.30). */
export function reportArrival(): void {
  arrivals.set(arrivals.get() + 1)
}

/** Calls `reread` when what a screen lacks may have arrived. */
export function useArrival(reread: () => unknown): void {
  const onArrival = useEffectEvent(() => void reread())
  useEffect(() => arrivals.subscribe(onArrival), [])
}
