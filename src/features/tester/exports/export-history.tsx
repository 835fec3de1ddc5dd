import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { saveText } from '../../../ui/save-file.ts'
import { copyText } from '../copy-text.ts'
import type { HistoryEntry } from '../history/history.ts'
import { TOO_LARGE } from '../response/response-panel.tsx'
import { FORMATS, type Format, writeExport } from './formats.ts'

const OPTIONS = Object.keys(FORMATS).map((format) => ({ value: format, label: format }))

type Props = {
  /** Newest first. */
  entries: HistoryEntry[]
  /** The username of the signed-in user, if any. */
  viewer?: string
  onClose: () => void
}

/** Saves or copies the history in a format of the user's choice. */
export function ExportHistory({ entries, viewer, onClose }: Props) {
  const [format, setFormat] = useState<Format>('Playwright test')
  const [file, hint] = FORMATS[format]
  const answered = entries.filter(({ answer }) => answer).toReversed()
  const write = () => writeExport(format, answered, viewer)
  const save = useMutation({
    mutationFn: async () => saveText(file, await write(), 'text/plain'),
  })
  return (
    <Dialog title="Export history" onClose={onClose}>
      <SelectField
        label="Format"
        options={OPTIONS}
        value={format}
        hint={hint}
        onValue={(value) => setFormat(value as Format)}
      />
      <p>
        {answered.length} of {entries.length} requests have a response and are exported, the oldest
        first, without your tokens and passwords.
        {answered.some(({ isCut }) => isCut) && ` ${TOO_LARGE}`}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button onClick={() => copyText(write(), `Copied as ${format}`)}>Copy</Button>
        <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
          Download
        </Button>
      </DialogActions>
    </Dialog>
  )
}
