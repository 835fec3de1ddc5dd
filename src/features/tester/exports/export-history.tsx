import type { HistoryEntry } from '../history/history.ts'
import { TOO_LARGE } from '../response/response-panel.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { FORMATS, findLeftOut, writeExport } from './formats.ts'

type Props = {
  /** Newest first. */
  entries: HistoryEntry[]
  /** The username of the signed-in user, if any. */
  viewer?: string
  onClose: () => void
}

/** Saves or copies the history in a format of the user's choice. */
export function ExportHistory({ entries, viewer, onClose }: Props) {
  const answered = entries.filter(({ answer }) => answer).toReversed()
  return (
    <ExportDialog
      title="Export history"
      formats={FORMATS}
      write={(format) => writeExport(format, answered, viewer)}
      findLeftOut={(format) => findLeftOut(format, answered, viewer)}
      onClose={onClose}
    >
      {(leftOut) => (
        <p>
          {answered.length} of {entries.length} requests have a response;{' '}
          {answered.length - leftOut} are exported, the oldest first, without your tokens and
          passwords.
          {answered.some(({ isCut }) => isCut) && ` ${TOO_LARGE}`}
        </p>
      )}
    </ExportDialog>
  )
}
