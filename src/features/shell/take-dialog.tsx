import { useEffect, useEffectEvent, useState } from 'react'
import { NoiseError } from '../../data/pictures/canvas.ts'
import { errorText } from '../../data/query-client.ts'
import { describeTaken, take } from '../../data/sync/hand-over.ts'
import { BUNDLE_ENDING } from '../../data/sync/receive-bundles.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { useFileDrop } from '../../ui/files.ts'
import { CodeScanner } from './code-scanner.tsx'
import styles from './hand-over.module.css'

const NO_CAMERA =
  'The camera can’t be used. Allow it in the settings of your browser for this site, or ask for a file.'

type Props = {
  /** Files with which it opens. */
  files: readonly File[]
  onClose: () => void
}

/** Takes what another phone gives: its codes with the camera, or a file (R16.19). */
export function TakeDialog({ files: opened, onClose }: Props) {
  const [text, setText] = useState('')
  const [isScanning, setScanning] = useState(false)
  async function read(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    setScanning(false)
    setText(await take(bytes).then(describeTaken, errorText))
  }
  async function readFiles(files: readonly File[]): Promise<void> {
    for (const file of files) await read(new Uint8Array(await file.arrayBuffer()))
  }
  const readOpened = useEffectEvent((files: readonly File[]) => void readFiles(files))
  useEffect(() => readOpened(opened), [opened])
  const { dragging, ...fileEvents } = useFileDrop(readFiles)
  return (
    <Dialog title="Take from a phone nearby" onClose={onClose}>
      {isScanning && (
        <CodeScanner
          onBytes={read}
          onFailure={(error) => {
            setScanning(false)
            setText(error instanceof NoiseError ? error.message : NO_CAMERA)
          }}
        />
      )}
      <div className={styles.drop} data-dragging={dragging || undefined} {...fileEvents}>
        <p className={styles.note}>
          Ask the other phone to choose “Give”. Scan its codes, or open the file that it shares.
        </p>
        <div className={styles.buttons}>
          <Button
            variant={isScanning ? 'outline' : 'primary'}
            onClick={() => {
              setText('')
              setScanning(!isScanning)
            }}
          >
            {isScanning ? 'Stop the camera' : 'Scan with the camera'}
          </Button>
          <FilePicker
            accept={`${BUNDLE_ENDING},.txt`}
            label="File from the other phone"
            onFiles={readFiles}
            button={(open) => (
              <Button variant="outline" onClick={open}>
                Open a file
              </Button>
            )}
          />
        </div>
      </div>
      <p role="status">{text}</p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
