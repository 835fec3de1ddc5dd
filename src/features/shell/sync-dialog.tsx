import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UnsentWrite } from '../../contract/sync.ts'
import { cachedPost, cachedUser } from '../../data/cached-rows.ts'
import { describeWrite, profileTexts } from '../../data/sync/describe-write.ts'
import { hasText } from '../../data/sync/refused-writes.ts'
import { requestSync } from '../../data/sync/request-sync.ts'
import { discardWrite, retryWrite } from '../../data/sync/sync-actions.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useInFlight } from '../../ui/timing.ts'
import styles from './sync-dialog.module.css'

type Props = {
  writes: readonly UnsentWrite[]
  isSending?: boolean
  onClose: () => void
}

/** Lists the writes that have not reached the club, each with its state. */
export function SyncDialog({ writes, isSending, onClose }: Props) {
  const [discarded, setDiscarded] = useState<UnsentWrite>()
  const [isAway, setAway] = useState(false)
  const [send, isTrying] = useInFlight(async () => {
    setAway(false)
    setAway(!(await requestSync()))
  })
  const close = useRef<HTMLButtonElement>(null)
  // The row that had the focus may be gone, or go after its question was answered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a row was removed
  useEffect(() => {
    if (document.activeElement === document.body) close.current?.focus()
  }, [writes.length, discarded])
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
              isSending={isSending}
              onDiscard={() => setDiscarded(write)}
            />
          ))}
        </ul>
      )}
      <p role="status">{isAway && writes.length > 0 && "Still can't reach the club."}</p>
      <DialogActions>
        {writes.some(({ error }) => error === undefined) && (
          <Button busy={isSending || isTrying} onClick={send}>
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

type RowProps = { write: UnsentWrite; isSending?: boolean; onDiscard: () => void }

function Row({ write, isSending, onDiscard }: RowProps) {
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
            ? `Refused: ${error || 'Something went wrong'}${isDraft ? ' The text is a draft.' : ''}`
            : isSending
              ? 'Sending…'
              : 'Waiting'}
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
