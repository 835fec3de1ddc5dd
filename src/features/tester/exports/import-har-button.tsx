import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { changeSettings } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { useInFlight } from '../../../ui/timing.ts'
import { toast } from '../../../ui/toast.ts'
import { describeRule, withOverrides } from '../controls/rules.ts'
import styles from '../tester.module.css'
import { describeLeftOut, type HarImport, importHar } from './import-har.ts'

/** Imports the answers of a HAR as overrides, after a preview. */
export function ImportHarButton() {
  const [found, setFound] = useState<Partial<HarImport> & { problem?: string }>()
  const change = useMutation(changeSettings)
  const close = () => setFound(undefined)

  const [read, isReading] = useInFlight(async ([file]: File[]) => {
    if (!file) return
    try {
      setFound(await importHar(file))
    } catch (error) {
      setFound({ problem: (error as Error).message })
    }
  })

  const { overrides = [], leftOut = new Map(), problem } = found ?? {}
  const serve = () =>
    change.mutate((settings) => withOverrides(settings, overrides), {
      onSuccess: () => toast('success', 'The mock now answers as in the HAR'),
      onSettled: close,
    })

  return (
    <>
      <FilePicker
        label="Import HAR"
        accept=".har,.json"
        onFiles={read}
        button={(open) => (
          <Button busy={isReading} onClick={open}>
            Import HAR
          </Button>
        )}
      />
      {found && (
        <Dialog title="Import HAR" onClose={close}>
          {problem ? (
            <p role="alert">{problem} Nothing was changed.</p>
          ) : (
            <>
              <p>
                The mock will answer as recorded, in this order; then the last one repeats. The part
                of an address after ? is ignored.
              </p>
              <ul className={styles.scroll} aria-label="Overrides">
                {overrides.map((override, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
                  <li key={index}>
                    <code>{describeRule(override)}</code>
                  </li>
                ))}
              </ul>
              <p>{describeLeftOut(leftOut)}</p>
            </>
          )}
          <DialogActions>
            <Button onClick={close}>{problem ? 'Close' : 'Cancel'}</Button>
            {!problem && (
              <Button variant="primary" busy={change.isPending} onClick={serve}>
                Import
              </Button>
            )}
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
