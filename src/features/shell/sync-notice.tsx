import { useQuery } from '@tanstack/react-query'
import { CloudUpload, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { viewerQuery } from '../../data/auth.ts'
import { describeProblem } from '../../data/sync/describe-wait.ts'
import { countOf } from '../../data/sync/describe-write.ts'
import { handOver } from '../../data/sync/hand-over-screen.ts'
import { receiveBundles } from '../../data/sync/receive-bundles.ts'
import { unsentOf } from '../../data/sync/sync-status.ts'
import { clubReachable, syncStatus } from '../../pwa/club.ts'
import { checkForUpdate } from '../../pwa/updates.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useHeld } from '../../ui/pressed.ts'
import { Notice, useValue } from './notice.tsx'
import styles from './notices.module.css'
import { SyncDialog } from './sync-dialog.tsx'

const GiveDialog = lazyPart(async () => (await import('./give-dialog.tsx')).GiveDialog)
const TakeDialog = lazyPart(async () => (await import('./take-dialog.tsx')).TakeDialog)

/** With a network, a write is mostly sent within this time, and a club that restarts is back. */
const SENT_WITHIN_MS = 1_000

/** Says what has not reached the club and why, and opens the list. The writes of others who used this phone count, too. */
export function SyncNotice() {
  const status = useValue(syncStatus)
  // The guard reads it.
  const { data: viewer } = useQuery({ ...viewerQuery, enabled: false })
  const [isOpen, setOpen] = useState(false)
  const screen = useValue(handOver)
  useEffect(() => {
    if (screen !== 'changes') return
    setOpen(true)
    endHandOver()
  }, [screen])
  const [files, setFiles] = useState<readonly File[]>([])
  useEffect(
    () =>
      receiveBundles((bundles) => {
        setFiles(bundles)
        handOver.set('take')
      }),
    [],
  )
  const writes = status && viewer ? unsentOf(status) : []
  const refused = writes.filter(({ error }) => error !== undefined)
  const unsent = writes.filter(({ error }) => error === undefined)
  const gone = unsent.filter(({ userId }) => status?.gone.includes(userId))
  const waiting = unsent.filter((write) => !gone.includes(write))
  const isLate = useIsLate(waiting.length > 0)
  // Another version of the app: also before there is a replica, and after a roll-back, when it cannot be read.
  const isOther = status?.wait?.problem === 'version'
  const wait = status?.replica || isOther ? status?.wait : undefined
  const isAway = useIsLate(Boolean(wait))
  const isCutOff = !useValue(clubReachable)
  // With each try: the app of the club may be updated after its data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the wait changes
  useEffect(() => {
    if (isOther) checkForUpdate()
  }, [isOther, wait?.nextTry])

  const withoutLogIn = waiting.filter(({ userId }) => status?.needLogIn.includes(userId))
  const isLogInNeeded = withoutLogIn.length > 0 && withoutLogIn.length === waiting.length
  const carried = status?.carried ?? []
  const isCarrying = useIsLate(carried.length > 0)
  const changes = [
    isLate && waitingText(waiting, isLogInNeeded),
    gone.length > 0 && `${countOf(gone)} can't be sent.`,
    refused.length > 0 && `The club refused ${countOf(refused)}.`,
    isCarrying &&
      `${countOf(carried)} of others ${carried.length === 1 ? 'waits' : 'wait'} on this phone.`,
  ].filter(Boolean)
  const text = [
    isAway && wait && describeProblem(wait),
    changes.join(' ') || (isAway && isCutOff && 'What you write is sent later.'),
  ].filter(Boolean)

  const notice = useHeld(
    text.length > 0 && (
      <Notice
        icon={isCutOff ? <WifiOff size={22} /> : <CloudUpload size={22} />}
        text={text.join(' ')}
      >
        <Button onClick={() => setOpen(true)}>Show</Button>
      </Notice>
    ),
  )

  function close() {
    setOpen(false)
    // The notice that had the focus may be gone.
    if (writes.length === 0)
      setTimeout(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }))
  }
  return (
    <>
      <div role="status" className={styles.line}>
        {notice}
      </div>
      {isOpen && status && viewer && (
        <SyncDialog writes={writes} status={status} viewer={viewer} onClose={close} />
      )}
      {viewer && screen === 'give' && <GiveDialog viewer={viewer} onClose={endHandOver} />}
      {viewer && screen === 'take' && (
        <TakeDialog
          files={files}
          onClose={() => {
            setFiles([])
            endHandOver()
          }}
        />
      )}
    </>
  )
}

function endHandOver(): void {
  handOver.set(undefined)
}

function waitingText(waiting: readonly unknown[], isLogInNeeded: boolean): string {
  const verb = waiting.length === 1 ? 'is' : 'are'
  return `${countOf(waiting)} ${verb} waiting${isLogInNeeded ? ' for a log-in' : ''}.`
}

/** Whether `isWaiting` has been true for a while. */
function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), SENT_WITHIN_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isLate && isWaiting
}
