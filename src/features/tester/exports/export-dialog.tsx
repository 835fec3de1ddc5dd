import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { copyText } from '../copy-text.ts'
import shared from '../tester.module.css'
import type { LeftOut } from './formats.ts'

type Props<Format extends string> = {
  title: string
  /** Each with the name of a file and a hint. */
  formats: Record<Format, readonly [string, string]>
  /** A file that is no text cannot be copied. */
  write: (format: Format) => Promise<string | Blob>
  findLeftOut: (format: Format) => Promise<LeftOut>
  onClose: () => void
  /** Describes the file. @param leftOut the number of requests that it leaves out */
  children: (leftOut: number) => ReactNode
}

/** Saves or copies requests in a format of the user's choice. */
export function ExportDialog<Format extends string>(props: Props<Format>) {
  const { title, formats, write, findLeftOut, onClose, children } = props
  const names = Object.keys(formats) as Format[]
  const [format, setFormat] = useState(names[0] as Format)
  const [file, hint] = formats[format]
  const { data: leftOut } = useQuery({
    queryKey: ['tester', 'left-out', title, format],
    queryFn: () => findLeftOut(format),
    gcTime: 0,
  })
  const save = useMutation({
    mutationFn: async () => saveFile(file, new Blob([await write(format)], { type: 'text/plain' })),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <SelectField
        label="Format"
        options={names.map((name) => ({ value: name, label: name }))}
        value={format}
        hint={hint}
        onValue={(value) => setFormat(value as Format)}
      />
      {leftOut && children(leftOut.requests.length)}
      {leftOut && <LeftOutList texts={[...leftOut.requests, ...leftOut.checks]} />}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {!file.endsWith('.zip') && (
          <Button onClick={() => copyText(write(format) as Promise<string>, `Copied as ${format}`)}>
            Copy
          </Button>
        )}
        <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
          Download
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function LeftOutList({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <>
      <p>Left out:</p>
      <ul className={shared.scroll} aria-label="Left out">
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
          <li key={index}>{text}</li>
        ))}
      </ul>
    </>
  )
}
