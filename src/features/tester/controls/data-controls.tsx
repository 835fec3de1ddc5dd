import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Body } from '../../../contract/calls.ts'
import type { MockState } from '../../../contract/controls.ts'
import { resetData } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './controls.module.css'
import { GenerateForm } from './generate-form.tsx'
import { SnapshotControls } from './snapshot-controls.tsx'

type Seed = Body<'POST /api/mock/reset'>['seed']

/** What is stored, and how to replace it. */
export function DataControls({ counts }: Pick<MockState, 'counts'>) {
  const reset = useMutation(resetData)
  const [asked, setAsked] = useState<Seed>()

  function replace(seed: Seed) {
    return reset.mutateAsync(
      { seed },
      {
        onSuccess: () => toast('success', 'The data were replaced'),
        onSettled: () => setAsked(undefined),
      },
    )
  }

  return (
    <section className={styles.group} aria-label="Data">
      <h3>Data</h3>
      <dl className={styles.counts}>
        {Object.entries(counts).map(([table, count]) => (
          <div key={table}>
            <dt>{table}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.line}>
        <Button onClick={() => setAsked('default')}>Reset to the seed</Button>
        <Button onClick={() => setAsked('empty')}>Empty</Button>
      </div>
      <GenerateForm onGenerate={setAsked} />
      <SnapshotControls />
      {asked && (
        <ConfirmDialog
          title="Replace all data"
          text="All users, posts and comments on this device are replaced. Take a snapshot first if you want them back."
          action="Replace"
          onConfirm={() => replace(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
