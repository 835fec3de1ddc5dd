import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Unplug, Wrench } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { HttpError } from '../../client/http.ts'
import { useArrival } from '../../data/arrivals.ts'
import { forgetCache } from '../../data/persisted-cache.ts'
import { errorText, isUnreachable } from '../../data/query-client.ts'
import { hasControls, isClub } from '../../pwa/club.ts'
import {
  type NoWorkerError,
  type NoWorkerReason,
  noWorker,
  startWorker,
} from '../../pwa/register.ts'
import { recovering, reloadPage } from '../../pwa/reload.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { StateScreen } from '../../ui/screen.tsx'
import styles from './failure-screens.module.css'

/** Shown in place of a screen that could not be loaded or rendered. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const client = useQueryClient()
  const isRecovering = useSyncExternalStore(recovering.subscribe, recovering.get)
  const isCutOff = isUnreachable(error)
  useArrival(() => isCutOff && tryAgain())
  if (isRecovering) return <p role="status">Updating to the new version…</p>

  async function tryAgain() {
    if (error instanceof HttpError) {
      // Cached data may be the cause, so read it again.
      client.removeQueries({ type: 'inactive' })
      await router.invalidate()
      reset()
    } else {
      // Code that failed to load is only requested again by a new page, and the persisted cache may be the cause.
      forgetCache()
      await reloadPage()
    }
  }
  return (
    <StateScreen
      title={isCutOff ? 'No connection to the club' : 'This page broke down'}
      icon={isCutOff ? <Unplug size={48} /> : <Wrench size={48} />}
    >
      <p>{errorText(error)}</p>
      {/* Not a router link, which does nothing if its path is already open. */}
      <a className={buttonClass('primary')} href={`${import.meta.env.BASE_URL}homePage`}>
        Go home
      </a>
      <Button onClick={tryAgain}>Try again</Button>
      <CopyReport error={error} />
      {hasControls && (
        <p>
          Your saved data is safe. <Link to="/mock">The request tester</Link> can save all data into
          a file, put it back, and start over.
        </p>
      )}
    </StateScreen>
  )
}

const EXPLANATIONS: Record<NoWorkerReason, string> = {
  insecure: 'Service workers need https or localhost. Open Gearheads at its https address.',
  unsupported:
    "This browser doesn't support service workers, or a private window turns them off. Try a normal window or another browser.",
  refused:
    "The browser blocked it. Allow site data and service workers for this site in the browser's settings, or try a normal window.",
  host: 'The address does not serve the app as it was built.',
  failed: 'It could not be stored on this device.',
  stalled: 'It took too long to start.',
}
const GOES_ON = 'Gearheads keeps trying while this page is open.'

/** Shown instead of the app while there is no worker, and therefore no back end. */
export function NoWorker({ error }: { error: NoWorkerError }) {
  return (
    <StateScreen title="The engine won't start" icon={<Unplug size={48} />}>
      <p>
        Gearheads runs entirely in this browser, using a service worker.{' '}
        {EXPLANATIONS[error.reason]}
      </p>
      {error.detail && <p>{error.detail}</p>}
      <p>Your saved data is safe. {!error.isFinal && GOES_ON}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        Try again
      </Button>
      <CopyReport />
    </StateScreen>
  )
}

/** Returns why there is no worker; `undefined` while there is one, or while it starts. */
export function useNoWorker(): NoWorkerError | undefined {
  const error = useSyncExternalStore(noWorker.subscribe, noWorker.get)
  // A club's server needs no worker.
  useEffect(() => {
    if (!isClub) startWorker().catch(console.error)
  }, [])
  return isClub ? undefined : error
}

/** A button that copies a report about a failure and shows it. */
function CopyReport({ error }: { error?: unknown }) {
  const [report, setReport] = useState<{ text: string; copied: boolean }>()

  async function copy() {
    const text = await createReport(error)
    setReport({ text, copied: await copyText(text) })
  }
  return (
    <>
      <Button onClick={copy}>Copy error report</Button>
      <p role="status">
        {report &&
          `${report.copied ? 'Copied' : 'Copy this'}. It contains no personal data or posts.`}
      </p>
      {report && (
        <textarea className={styles.report} readOnly aria-label="Report" value={report.text} />
      )}
    </>
  )
}

/** Loads the code on demand. If that fails too, the report has both errors. */
async function createReport(error: unknown): Promise<string> {
  try {
    return await (await import('./report.ts')).writeReport(error)
  } catch (loadError) {
    return `${error}\n${loadError}`
  }
}
