import { Unplug } from 'lucide-react'
import { useEffect, useState } from 'react'
import { NoWorkerError, type NoWorkerReason, workerControl } from '../../pwa/register.ts'
import { Button } from '../../ui/button.tsx'
import { StateScreen } from '../../ui/screen.tsx'
import { CopyReport } from './copy-report.tsx'

const EXPLANATIONS: Record<NoWorkerReason, string> = {
  insecure:
    'Browsers allow service workers only on https and on localhost, and this address is neither. Open Gearheads at its https address.',
  unsupported:
    'This browser has no service workers; some private windows switch them off. Try a normal window, or another browser.',
  refused:
    'The browser refused to start it. Site data or service workers may be blocked for this site: allow them in the site settings, or try a normal window.',
  stalled:
    'It did not start in time. The connection may have broken off while the app was downloading. Check it, then try again.',
}

/** Shown instead of the app if there is no worker, and therefore no back end. */
export function NoWorker({ reason }: { reason: NoWorkerReason }) {
  return (
    <StateScreen title="The engine does not start" icon={<Unplug size={48} />}>
      <p>
        Gearheads keeps its whole back end in this browser, in a service worker.{' '}
        {EXPLANATIONS[reason]}
      </p>
      <p>Nothing that you saved on this device is lost.</p>
      <Button variant="primary" onClick={() => location.reload()}>
        Try again
      </Button>
      <CopyReport />
    </StateScreen>
  )
}

/** Returns why there is no worker; `undefined` while there is one, or while it starts. */
export function useNoWorker(): NoWorkerReason | undefined {
  const [reason, setReason] = useState<NoWorkerReason>()
  useEffect(() => {
    // With a server, the app works without a worker.
    if (import.meta.env.VITE_API_URL) return
    workerControl().catch((error) => {
      console.error(error)
      setReason(error instanceof NoWorkerError ? error.reason : 'stalled')
    })
  }, [])
  return reason
}
