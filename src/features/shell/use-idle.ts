import { useEffect, useState } from 'react'
import { startWorker } from '../../pwa/register.ts'
import { whenIdle } from '../../pwa/when-idle.ts'

/** Returns whether the worker is in control and the browser is idle after the first screen. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    startWorker().then(
      () => whenIdle(() => setIdle(true)),
      // `NoWorker` reports it.
      () => {},
    )
  }, [])
  return isIdle
}
