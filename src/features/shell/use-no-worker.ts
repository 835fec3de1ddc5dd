import { useEffect, useState } from 'react'
import { NoWorkerError, type NoWorkerReason, workerControl } from '../../pwa/register.ts'

/** Why there is no worker; `undefined` while there is one or it still may come. */
export function useNoWorker(): NoWorkerReason | undefined {
  const [reason, setReason] = useState<NoWorkerReason>()
  useEffect(() => {
    // What a server answers needs no worker.
    if (import.meta.env.VITE_API_URL) return
    workerControl().catch((error) => {
      console.error(error)
      setReason(error instanceof NoWorkerError ? error.reason : 'stalled')
    })
  }, [])
  return reason
}
