import { useEffect, useState } from 'react'
import { workerControl } from '../../pwa/register.ts'

/** Whether the worker is there and the first screen has nothing more to do. */
export function useIdle(): boolean {
  const [isCalm, setIsCalm] = useState(false)
  useEffect(() => {
    const whenIdle = window.requestIdleCallback ?? setTimeout
    // That there is no worker is told elsewhere.
    workerControl().then(
      () => whenIdle(() => setIsCalm(true)),
      () => {},
    )
  }, [])
  return isCalm
}
