import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { formatMs } from '../format.ts'
import { ExportDialog } from '../formats/export-dialog.tsx'
import { CODE_FORMATS } from '../formats/formats.ts'
import { MethodName, StatusBadge } from '../parts.tsx'
import shared from '../tester.module.css'
import { clearHistory, type HistoryEntry, historyQuery } from './history.ts'

type Props = {
  /** The username of the signed-in user, if any. */
  viewer?: string
  onOpen: (entry: HistoryEntry) => void
}

/** The requests sent from this device. The user can open one again. */
export function HistoryList({ viewer, onOpen }: Props) {
  const { data: entries = [] } = useQuery(historyQuery)
  const clear = useMutation(clearHistory)
  const [dialog, setDialog] = useState<'export' | 'clear'>()
  const closeDialog = () => setDialog(undefined)
  const answered = entries.filter(({ answer }) => answer).toReversed()

  return (
    <div className={shared.stack}>
      {entries.length > 0 && (
        <div className={shared.facts}>
          <Button onClick={() => setDialog('export')}>Export</Button>
          <Button onClick={() => setDialog('clear')}>Clear history</Button>
        </div>
      )}
      {entries.length === 0 && <p className={shared.empty}>No requests sent yet.</p>}
      <ul className={shared.scroll} aria-label="History">
        {entries.map((entry) => (
          <HistoryRow key={entry.id} entry={entry} onOpen={() => onOpen(entry)} />
        ))}
      </ul>
      {dialog === 'export' && (
        <ExportDialog
          title="Export history"
          formats={CODE_FORMATS}
          recorded={answered}
          context={{ viewer }}
          onClose={closeDialog}
        >
          {(leftOut) => (
            <p>
              {answered.length} of {entries.length} requests have a response;{' '}
              {answered.length - leftOut} are exported, the oldest first, without your tokens and
              passwords.
            </p>
          )}
        </ExportDialog>
      )}
      {dialog === 'clear' && (
        <ConfirmDialog
          title="Clear history"
          text="All requests stored on this device are deleted."
          action="Clear"
          onConfirm={() => clear.mutateAsync(undefined, { onSettled: closeDialog })}
          onClose={closeDialog}
        />
      )}
    </div>
  )
}

function HistoryRow({ entry, onOpen }: { entry: HistoryEntry; onOpen: () => void }) {
  const { method, endpoint } = entry.request
  return (
    <li className={shared.row}>
      <button type="button" className={shared.rowButton} onClick={onOpen}>
        <MethodName method={method} />
        <span className={shared.mono}>{endpoint}</span>
        <span className={shared.facts}>
          <StatusBadge exchange={entry} />
          <span>{formatMs(entry.timeMs)}</span>
          <RelativeTime time={new Date(entry.at).toISOString()} />
          {entry.isCut && <span>response not kept</span>}
        </span>
      </button>
    </li>
  )
}
