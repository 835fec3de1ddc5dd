import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SyncStatus, UnsentWrite } from '../../contract/sync.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { cachedPost, cachedUser } from '../../data/cached-rows.ts'
import { readableError } from '../../data/readable-error.ts'
import { describeProblem, describeTimes } from '../../data/sync/describe-wait.ts'
import { describeWrite, profileTexts } from '../../data/sync/describe-write.ts'
import { hasText } from '../../data/sync/refused-writes.ts'
import { requestSync } from '../../data/sync/request-sync.ts'
import { discardWrite, retryWrite } from '../../data/sync/sync-actions.ts'
import { fetchUpdate } from '../../pwa/updates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useInFlight } from '../../ui/timing.ts'
import styles from './sync-dialog.module.css'

type Props = {
  writes: readonly UnsentWrite[]
  status: SyncStatus
  viewer: ViewedUser
  onClose: () => void
}

/** Lists the writes that have not reached the club, each with its state, and says why they wait. */
export function SyncDialog({ writes, status, viewer, onClose }: Props) {
  const { wait, isRunning } = status
  const [discarded, setDiscarded] = useState<UnsentWrite>()
  const [result, setResult] = useState('')
  const [send, isTrying] = useInFlight(async () => {
    setResult('')
    const after = await requestSync('person')
    setResult(after ? `Tried just now. ${describeProblem(after)}` : '')
  })
  const [update, isUpdating] = useInFlight(async () => {
    setResult('')
    if (!(await fetchUpdate())) setResult('There is no update yet.')
  })
  const close = useRef<HTMLButtonElement>(null)
  // The row that had the focus may be gone, or go after its question was answered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a row was removed
  useEffect(() => {
    if (document.activeElement === document.body) close.current?.focus()
  }, [writes.length, discarded])

  function stateOf({ userId, username }: UnsentWrite): string {
    if (status.needLogIn.includes(userId)) return `Waiting for a log-in as ${username}`
    return isRunning ? 'Sending…' : 'Waiting'
  }

  return (
    <Dialog title="Changes that aren't sent" onClose={onClose}>
      {writes.length === 0 ? (
        <p role="status">Nothing is waiting.</p>
      ) : (
        <ul className={styles.list}>
          {writes.map((write) => (
            <Row
              key={write.name}
              write={write}
              state={stateOf(write)}
              author={write.userId === viewer._id ? undefined : write.username}
              onDiscard={() => setDiscarded(write)}
            />
          ))}
        </ul>
      )}
      <p role="status">{result || (wait && describeProblem(wait))}</p>
      {wait && <p className={styles.state}>{describeTimes(wait)}</p>}
      <DialogActions>
        {wait?.problem === 'version' && (
          <Button busy={isUpdating} onClick={update}>
            Update
          </Button>
        )}
        {(wait || writes.some(({ error }) => error === undefined)) && (
          <Button busy={isRunning || isTrying} onClick={send}>
            Send now
          </Button>
        )}
        <Button ref={close} variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
      {discarded && (
        <ConfirmDialog
          title="Discard this change?"
          text={
            hasText(discarded)
              ? "It won't be sent. Its text becomes a draft."
              : "It won't be sent, and is undone on this device."
          }
          action="Discard"
          onConfirm={() => discardWrite(discarded).finally(() => setDiscarded(undefined))}
          onClose={() => setDiscarded(undefined)}
        />
      )}
    </Dialog>
  )
}

type RowProps = {
  write: UnsentWrite
  /** While it is not refused. */
  state: string
  /** Another user of this device. */
  author?: string
  onDiscard: () => void
}

function Row({ write, state, author: writer, onDiscard }: RowProps) {
  const client = useQueryClient()
  const [retry, isRetrying] = useInFlight(() => retryWrite(write))
  const { error, params } = write
  const author = cachedPost(client, params.postId ?? '')?.username
  const user = cachedUser(client, params.id ?? '')?.username
  const text = describeWrite(write, {
    post: author ? `${author}'s post` : 'a post',
    user: user ?? 'a user',
  })
  const isRefused = error !== undefined
  // The text of a refused write is a draft by now.
  const isDraft = isRefused && hasText(write)
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.text}>{text}</p>
        <p className={isRefused ? styles.refused : styles.state}>
          {isRefused
            ? `Refused: ${readableError(error || 'Something went wrong')}${isDraft ? ' The text is a draft.' : ''}`
            : state}
          {writer && `. Written by ${writer}`}
        </p>
        {isRefused &&
          profileTexts(write).map(([label, value]) => (
            <p key={label} className={styles.text}>
              {label}: {value}
            </p>
          ))}
      </div>
      <div className={styles.buttons}>
        {isRefused && !isDraft && (
          <Button busy={isRetrying} onClick={retry} aria-label={`Retry: ${text}`}>
            Retry
          </Button>
        )}
        <Button
          onClick={isRefused ? () => discardWrite(write) : onDiscard}
          aria-label={`Discard: ${text}`}
        >
          Discard
        </Button>
      </div>
    </li>
  )
}
