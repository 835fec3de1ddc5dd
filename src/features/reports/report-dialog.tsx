import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { isolatedName } from '../../contract/direction.ts'
import type { ReportReason } from '../../contract/report.ts'
import { TEXT_LIMITS } from '../../contract/text-limits.ts'
import { useViewer } from '../../data/auth.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { mutedBy } from '../../data/pending-writes.ts'
import { type Reported, sendReport } from '../../data/reports.ts'
import { setMute } from '../../data/users.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useInFlight } from '../../ui/timing.ts'
import styles from './report-dialog.module.css'

const REASONS: Record<ReportReason, string> = {
  spam: 'Spam',
  insult: 'Insult or threat',
  violence: 'Nudity or violence',
  picture: "Someone else's picture",
  other: 'Something else',
}

type Props = { about: Reported; onClose: () => void }

/** Reports something to the organiser, then offers to mute the person (R18.6). */
export function ReportDialog({ about, onClose }: Props) {
  const { userId, username, kind } = about
  const isMuted = mutedBy(useViewer(), usePendingWrites()).has(userId)
  const [isSent, setSent] = useState(false)
  const close = () => (isMuted ? onClose() : setSent(true))
  if (isSent) return <OfferMute userId={userId} username={username} onClose={onClose} />
  const title = kind === 'person' ? `Report ${isolatedName(username)}` : `Report this ${kind}`
  return (
    <Dialog title={title} onClose={onClose}>
      <ReportForm about={about} onSent={close} onCancel={onClose} />
    </Dialog>
  )
}

type FormProps = { about: Reported; onSent: () => void; onCancel: () => void }

function ReportForm({ about, onSent, onCancel }: FormProps) {
  const { username } = about
  const [reason, setReason] = useState<ReportReason>()
  const [text, setText] = useState('')
  const { mutateAsync } = useMutation(sendReport)
  const [send, busy] = useInFlight(async () => {
    if (reason) await mutateAsync({ about, body: { reason, text } }).then(onSent)
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>Why?</legend>
        {Object.entries(REASONS).map(([value, label]) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="reason"
              required
              checked={reason === value}
              onChange={() => setReason(value as ReportReason)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <TextArea
        label="What should the organiser know? (optional)"
        hint={`Only the organiser of the club reads your report. ${isolatedName(username)} is not told.`}
        value={text}
        maxLength={TEXT_LIMITS.report}
        onChange={(event) => setText(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Report
        </Button>
      </DialogActions>
    </form>
  )
}

type OfferProps = { userId: string; username: string; onClose: () => void }

/** A dialog of its own: the first one has returned the focus. */
function OfferMute({ userId, username, onClose }: OfferProps) {
  const { mutate } = useMutation(setMute(userId))
  return (
    <Dialog title={`Mute ${isolatedName(username)} too?`} onClose={onClose}>
      <p>You then no longer see their posts, comments and notifications. They are not told.</p>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Not now
        </Button>
        <Button
          variant="primary"
          onClick={() => {
            mutate({ type: 'mute', userId, wanted: true })
            onClose()
          }}
        >
          Mute {isolatedName(username)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
