import { useMutation } from '@tanstack/react-query'
import { changeSettings } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { toast } from '../../../ui/toast.ts'
import { describeRule, withOverrides } from '../controls/rules.ts'
import styles from '../tester.module.css'
import { type HarImport, importHar } from './import-har.ts'

/** Imports the answers of a HAR as overrides, after a preview. */
export function ImportHarButton() {
  const read = useMutation({ mutationFn: (file: File) => importHar(file) })
  const change = useMutation(changeSettings)
  const found = read.data
  const isFound = typeof found === 'object'
  const serve = ({ overrides }: HarImport) =>
    change.mutate((settings) => withOverrides(settings, overrides), {
      onSuccess: () => toast('success', 'The mock now answers as in the HAR'),
      onSettled: read.reset,
    })
  return (
    <>
      <FilePicker
        label="Import HAR"
        accept=".har,.json"
        onFiles={([file]) => file && read.mutate(file)}
        button={(open) => (
          <Button busy={read.isPending} onClick={open}>
            Import HAR
          </Button>
        )}
      />
      {found && (
        <Dialog title="Import HAR" onClose={read.reset}>
          {isFound ? <Preview {...found} /> : <p role="alert">{found} Nothing was changed.</p>}
          <DialogActions>
            <Button onClick={read.reset}>{isFound ? 'Cancel' : 'Close'}</Button>
            {isFound && (
              <Button variant="primary" busy={change.isPending} onClick={() => serve(found)}>
                Import
              </Button>
            )}
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

function Preview({ overrides, leftOut }: HarImport) {
  return (
    <>
      <p>
        The mock will answer as recorded, in this order; then the last one repeats. The part of an
        address after ? is ignored.
      </p>
      <ul className={styles.scroll} aria-label="Overrides">
        {overrides.map((override, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
          <li key={index}>
            <code>{describeRule(override)}</code>
          </li>
        ))}
      </ul>
      <p>{leftOut}</p>
    </>
  )
}
