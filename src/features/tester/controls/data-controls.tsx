import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Body } from '../../../contract/calls.ts'
import type { Generated, MockState } from '../../../contract/controls.ts'
import { loadSnapshot, resetData, takeSnapshot } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { saveText } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import shared from '../tester.module.css'
import styles from './controls.module.css'

type Seed = Body<'POST /api/mock/reset'>['seed']

type Size = Record<keyof Generated, string>
type Props = Pick<MockState, 'counts'> & {
  /** Of generated data, as typed. */
  size: Size
  onSize: (size: Size) => void
  generated: Generated
}

/** Shows how much data the mock holds, and replaces, saves and loads it. */
export function DataControls({ counts, size, onSize, generated }: Props) {
  const reset = useMutation(resetData)
  const [unconfirmedSeed, setUnconfirmedSeed] = useState<Seed>()

  function replace(seed: Seed) {
    return reset.mutateAsync(
      { seed },
      {
        onSuccess: () => toast('success', 'Data replaced'),
        onSettled: () => setUnconfirmedSeed(undefined),
      },
    )
  }

  return (
    <section className={shared.stack} aria-label="Data">
      <dl className={styles.counts}>
        {Object.entries(counts).map(([table, count]) => (
          <div key={table}>
            <dt>{table}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.line}>
        <Button onClick={() => setUnconfirmedSeed('default')}>Restore seed data</Button>
        <Button onClick={() => setUnconfirmedSeed('empty')}>Empty</Button>
      </div>
      <GenerateForm size={size} onSize={onSize} onGenerate={() => setUnconfirmedSeed(generated)} />
      <SnapshotControls />
      {unconfirmedSeed && (
        <ConfirmDialog
          title="Replace all data"
          text="This replaces all users, posts and comments. Save a snapshot first if you want them back."
          action="Replace"
          onConfirm={() => replace(unconfirmedSeed)}
          onClose={() => setUnconfirmedSeed(undefined)}
        />
      )}
    </section>
  )
}

const GENERATE_FIELDS = [
  { key: 'users', label: 'Users', min: 1, max: 1000 },
  { key: 'posts', label: 'Posts', min: 0, max: 50_000 },
  { key: 'seed', label: 'Seed', min: 0, max: 0xffff_ffff },
] as const

type GenerateProps = Pick<Props, 'size' | 'onSize'> & { onGenerate: () => void }

/** Requests generated data of a given size. Equal seeds generate equal data. */
function GenerateForm({ size, onSize, onGenerate }: GenerateProps) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onGenerate()
  }

  return (
    <form className={styles.line} aria-label="Generate data" onSubmit={submit}>
      {GENERATE_FIELDS.map(({ key, ...field }) => (
        <TextField
          key={key}
          {...field}
          type="number"
          required
          value={size[key]}
          onChange={(event) => onSize({ ...size, [key]: event.target.value })}
        />
      ))}
      <Button type="submit">Generate</Button>
      <p className={shared.quiet}>
        Up to 1,000 users and 50,000 posts. Equal seeds give equal data.
      </p>
    </form>
  )
}

/** Saves all data to a file and loads it again. */
function SnapshotControls() {
  const take = useMutation({
    mutationFn: takeSnapshot,
    onSuccess: (snapshot) => saveText('gearheads-snapshot.json', JSON.stringify(snapshot)),
  })
  const load = useMutation(loadSnapshot)

  async function loadFile([file]: File[]) {
    if (!file) return
    try {
      const snapshot = JSON.parse(await file.text())
      load.mutate(snapshot, { onSuccess: () => toast('success', 'Snapshot loaded') })
    } catch {
      toast('error', 'This file is not valid JSON')
    }
  }

  return (
    <div className={styles.line}>
      <Button busy={take.isPending} onClick={() => take.mutate()}>
        Save snapshot
      </Button>
      <FilePicker
        label="Load snapshot"
        accept="application/json,.json"
        onFiles={loadFile}
        button={(open) => <Button onClick={open}>Load snapshot</Button>}
      />
    </div>
  )
}
