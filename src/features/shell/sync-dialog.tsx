import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SyncStatus, UnsentWrite } from '../../../sync/messages.ts'
import { isolatedName } from '../../contract/direction.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { cachedPost, cachedUser } from '../../data/cached-rows.ts'
import { readableError } from '../../data/readable-error.ts'
import { describeProblem, describeTimes } from '../../data/sync/describe-wait.ts'
import { describeWrite, profileTexts } from '../../data/sync/describe-write.ts'
import { handOver } from '../../data/sync/hand-over-screen.ts'
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
  const { wait, isRunning, carried } = status
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

  const isGone = ({ userId }: UnsentWrite) => status.gone.includes(userId)

  function stateOf(write: UnsentWrite): string {
    return [stateHere(write), handedOverTo(write)].filter(Boolean).join(', ')
  }

  function stateHere(write: UnsentWrite): string {
    const { userId, username } = write
    if (isGone(write)) return 'The account that wrote this no longer exists'
    if (status.needLogIn.includes(userId))
      return `Waiting for a log-in as ${isolatedName(username)}`
    return isRunning ? 'Sending…' : 'Waiting'
  }

  /** Where a write is that another phone has, perhaps. */
  function handedOverTo({ handedOver }: UnsentWrite): string | undefined {
    if (!handedOver) return undefined
    return handedOver.to ? `with ${isolatedName(handedOver.to)}'s phone` : 'shown to another phone'
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
              author={write.userId === viewer._id || isGone(write) ? undefined : write.username}
              onDiscard={() => setDiscarded(write)}
            />
          ))}
        </ul>
      )}
      {carried.length > 0 && (
        <>
          <h3>Of others, which this phone delivers</h3>
          <ul className={styles.list}>
            {carried.map((write) => (
              <CarriedRow key={write.name} write={write} />
            ))}
          </ul>
        </>
      )}
      <section className={styles.nearby} aria-label="A phone nearby">
        <p className={styles.state}>
          No signal? Give what waits to a phone nearby. The first phone with a signal sends it.
        </p>
        <div className={styles.buttons}>
          <Button onClick={() => handOver.set('give')}>Give</Button>
          <Button onClick={() => handOver.set('take')}>Take</Button>
        </div>
      </section>
      <p role="status">{result || (wait && describeProblem(wait))}</p>
      {wait && <p className={styles.state}>{describeTimes(wait)}</p>}
      <DialogActions>
        {wait?.problem === 'version' && (
          <Button busy={isUpdating} onClick={update}>
            Update
          </Button>
        )}
        {(wait || writes.some((write) => write.error === undefined && !isGone(write))) && (
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
            isGone(discarded)
              ? "It can't be sent, and is removed from this device."
              : discarded.handedOver
                ? "Another phone may have it: then it arrives all the same. This phone won't send it."
                : hasText(discarded)
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

/** A write of another phone's user. */
function CarriedRow({ write }: { write: UnsentWrite }) {
  const text = useDescription(write)
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.text}>{text}</p>
        <p className={styles.state}>Written by {isolatedName(write.username)}</p>
      </div>
    </li>
  )
}

function useDescription(write: UnsentWrite): string {
  const client = useQueryClient()
  const { params } = write
  const author = cachedPost(client, params.postId ?? '')?.username
  const user = cachedUser(client, params.id ?? '')?.username
  return describeWrite(write, {
    post: author ? `${isolatedName(author)}'s post` : 'a post',
    user: user ? isolatedName(user) : 'a user',
  })
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
  const [retry, isRetrying] = useInFlight(() => retryWrite(write))
  const { error } = write
  const text = useDescription(write)
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
          {writer && `. Written by ${isolatedName(writer)}`}
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
