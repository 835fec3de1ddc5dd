import { useEffect, useState } from 'react'
import { workerControl } from '../../pwa/register.ts'

/** Returns whether the worker is in control and the browser is idle after the first screen. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const whenIdle = window.requestIdleCallback ?? setTimeout
    workerControl().then(
      () => whenIdle(() => setIdle(true)),
      // `NoWorker` reports it.
      () => {},
    )
  }, [])
  return isIdle
}
