import { useSyncExternalStore } from 'react'
import type { Faults } from '../../../../sync/messages.ts'
import { requestSync } from '../../../data/sync/request-sync.ts'
import { setFaults } from '../../../data/sync/sync-actions.ts'
import { syncStatus } from '../../../pwa/club.ts'
import { Button } from '../../../ui/button.tsx'
import { useInFlight } from '../../../ui/timing.ts'
import styles from './controls.module.css'
import { Switches } from './switches.tsx'

const FAULTS: { key: keyof Faults; label: string; effect: string }[] = [
  { key: 'hold', label: 'Hold the line', effect: 'Nothing is sent or pulled.' },
  {
    key: 'loseReplies',
    label: 'Lose replies',
    effect: 'Requests arrive, but every second reply is lost.',
  },
  {
    key: 'reorder',
    label: 'Reorder changes',
    effect: 'Screens learn of changes up to 2 s late, and out of order.',
  },
]

/** Shows the state of this device's replica of the club, and disturbs its sync. */
export function SyncControls() {
  const status = useSyncExternalStore(syncStatus.subscribe, syncStatus.get)
  const [sync, isBusy] = useInFlight(() => requestSync('person'))
  if (!status)
    return <p role="status">No worker controls this page, so there is no replica of the club.</p>
  const { pending, replica, faults } = status
  const facts = {
    'Pending writes': pending.length,
    ...(replica && {
      'Last pull': new Date(replica.pulledAt).toLocaleTimeString('en'),
      Cursor: replica.cursor,
      'Copied from history': `${Math.ceil(replica.bytes / 1000).toLocaleString('en')} kB${replica.next ? ', going on' : ''}`,
      'Clock offset': `${(replica.clockOffset / 1000).toFixed(1)} s`,
    }),
  }
  return (
    <div className={styles.controls}>
      <section className={styles.group} aria-label="Replica">
        <h3>Replica</h3>
        <dl className={styles.facts}>
          {Object.entries(facts).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.line}>
          <Button busy={isBusy || status.isRunning} onClick={sync}>
            Synchronize
          </Button>
        </div>
      </section>
      {pending.length > 0 && (
        <section className={styles.group} aria-label="Pending writes">
          <h3>Pending writes</h3>
          <ol className={styles.rules}>
            {pending.map(({ name, call, error }) => (
              <li key={name} className={styles.rule}>
                <p>
                  <code>{call}</code>
                  <br />
                  {name}
                  {error !== undefined && ` refused: ${error}`}
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Switches
        legend="Faults"
        options={FAULTS}
        isOn={(key) => faults[key] ?? false}
        onChange={(key, on) => setFaults({ ...faults, [key]: on })}
      />
    </div>
  )
}
