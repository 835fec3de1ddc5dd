import { useMutation } from '@tanstack/react-query'
import { loadSnapshot, takeSnapshot } from '../../../data/controls.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './controls.module.css'
import { saveFile } from './save-file.ts'

/** All data out into a file and in again. */
export function SnapshotControls() {
  const take = useMutation({
    mutationFn: takeSnapshot,
    onSuccess: (snapshot) => saveFile('gearheads-snapshot.json', JSON.stringify(snapshot)),
  })
  const load = useMutation(loadSnapshot)

  async function read(file: File | undefined) {
    if (!file) return
    try {
      const snapshot = JSON.parse(await file.text())
      load.mutate(snapshot, { onSuccess: () => toast('success', 'The snapshot was loaded') })
    } catch {
      toast('error', 'That file is no JSON')
    }
  }

  return (
    <div className={styles.line}>
      <Button busy={take.isPending} onClick={() => take.mutate()}>
        Save snapshot
      </Button>
      <label className={`${buttonClass()} ${styles.file}`}>
        Load snapshot
        <input
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            read(event.target.files?.[0])
            // The same file can be chosen again.
            event.target.value = ''
          }}
        />
      </label>
    </div>
  )
}
