import { useQuery } from '@tanstack/react-query'
import { CloudUpload, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Faults } from '../../contract/sync.ts'
import { viewerQuery } from '../../data/auth.ts'
import { countOf } from '../../data/sync/describe-write.ts'
import { setFaults } from '../../data/sync/sync-actions.ts'
import { unsentOf } from '../../data/sync/sync-status.ts'
import { clubReachable, syncStatus } from '../../pwa/club.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, useValue } from './notice.tsx'
import styles from './notices.module.css'
import { SyncDialog } from './sync-dialog.tsx'

/** With a network, a write is mostly sent within this time. */
const SENT_WITHIN_MS = 1_000

/** Says how many changes of the viewer have not reached the club, and opens the list of them. Also while it is away. */
export function SyncNotice() {
  const status = useValue(syncStatus)
  // The guard reads it.
  const { data: viewer } = useQuery({ ...viewerQuery, enabled: false })
  const [isOpen, setOpen] = useState(false)
  const writes = status && viewer ? unsentOf(status, viewer._id) : []
  const refused = writes.filter(({ error }) => error !== undefined)
  const waiting = writes.filter(({ error }) => error === undefined)
  const isLate = useIsLate(waiting.length > 0)

  const isReachable = useValue(clubReachable)
  const changes = [
    isLate && `${countOf(waiting)} ${waiting.length === 1 ? 'is' : 'are'} waiting.`,
    refused.length > 0 && `The club refused ${countOf(refused)}.`,
  ].filter(Boolean)
  const text = [
    status?.replica && !isReachable && "Can't reach the club.",
    changes.join(' ') || (!isReachable && 'What you write is sent later.'),
  ].filter(Boolean)
  const isShown = changes.length > 0 || (status?.replica && !isReachable)

  function close() {
    setOpen(false)
    // The notice that had the focus may be gone.
    if (writes.length === 0)
      setTimeout(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }))
  }
  return (
    <>
      {status && <FaultsBanner faults={status.faults} />}
      <div role="status" className={styles.line}>
        {isShown && (
          <Notice
            icon={isReachable ? <CloudUpload size={22} /> : <WifiOff size={22} />}
            text={text.join(' ')}
          >
            {changes.length > 0 && <Button onClick={() => setOpen(true)}>Show</Button>}
          </Notice>
        )}
      </div>
      {isOpen && <SyncDialog writes={writes} isSending={status?.isRunning} onClose={close} />}
    </>
  )
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

/** Warns while the tester disturbs the sync, with a button that ends this. */
function FaultsBanner({ faults: { hold, loseReplies, reorder } }: { faults: Faults }) {
  const texts = [
    hold && 'the line is held',
    loseReplies && 'replies are lost',
    reorder && 'changes are reordered',
  ].filter(Boolean)
  return (
    <div role="status">
      {texts.length > 0 && (
        <div className={styles.banner}>
          <TriangleAlert size={20} aria-hidden="true" />
          <p>Sync is disturbed: {texts.join(', ')}.</p>
          <Button onClick={() => setFaults({})}>Turn off</Button>
        </div>
      )}
    </div>
  )
}
