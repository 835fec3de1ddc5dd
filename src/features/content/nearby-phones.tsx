import { useSyncExternalStore } from 'react'
import { handOver } from '../../data/sync/hand-over-screen.ts'
import { syncStatus } from '../../pwa/club.ts'
import { Button } from '../../ui/button.tsx'
import styles from './nearby-phones.module.css'

/** Offers to hand posts over to a phone nearby, because there is no signal (R16.19). */
export function NearbyPhones() {
  const status = useSyncExternalStore(syncStatus.subscribe, syncStatus.get)
  if (!status?.replica) return null
  return (
    <div className={styles.nearby}>
      <p className={styles.note}>No signal? Phones can pass posts on to each other.</p>
      <div className={styles.buttons}>
        <Button onClick={() => handOver.set('give')}>Give</Button>
        <Button onClick={() => handOver.set('take')}>Take</Button>
      </div>
    </div>
  )
}
