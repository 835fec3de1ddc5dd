import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { saveText } from '../../../ui/save-file.ts'
import { copyAndSay } from '../copy-text.ts'
import { LeftOut } from '../saved/import-dialog.tsx'
import type { Context, Recorded } from './exported.ts'
import { FORMATS, type Format, writeExport } from './formats.ts'

type Props = {
  title: string
  formats: readonly Format[]
  recorded: readonly Recorded[]
  context: Context
  onClose: () => void
  /** Describes the file. @param leftOut the number of requests that it leaves out */
  children: (leftOut: number) => ReactNode
}

/** Saves or copies requests in a format of the user's choice. */
export function ExportDialog({ title, formats, recorded, context, onClose, children }: Props) {
  const [format, setFormat] = useState<Format>(formats[0] ?? 'curl')
  const [file, hint] = FORMATS[format]
  const write = () => writeExport(format, recorded, context)
  const { data } = useQuery({
    queryKey: ['tester', 'export', title, format],
    queryFn: write,
    gcTime: 0,
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <SelectField
        label="Format"
        options={formats.map((name) => ({ value: name, label: name }))}
        value={format}
        hint={hint}
        onValue={(value) => setFormat(value as Format)}
      />
      {data && children(data.leftOut.length)}
      <LeftOut parts={data?.leftOut ?? []} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          onClick={() =>
            copyAndSay(
              write().then(({ text }) => text),
              `Copied as ${format}`,
            )
          }
        >
          Copy
        </Button>
        <Button
          variant="primary"
          busy={!data}
          onClick={() => data && saveText(file, data.text, 'text/plain')}
        >
          Download
        </Button>
      </DialogActions>
    </Dialog>
  )
}
