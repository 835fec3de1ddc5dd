import { useSyncExternalStore } from 'react'
import { handOver } from '../../data/sync/hand-over-screen.ts'
import { clubReachable, syncStatus } from '../../pwa/club.ts'
import { Button } from '../../ui/button.tsx'
import styles from './composer.module.css'

/** Without a signal, offers to hand posts over to a phone nearby (R16.19). */
export function NearbyPhones() {
  const isReachable = useSyncExternalStore(clubReachable.subscribe, clubReachable.get)
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const status = useSyncExternalStore(syncStatus.subscribe, syncStatus.get)
  if (!status?.replica || (isReachable && isOnline)) return null
  return (
    <div className={styles.nearby}>
      <p className={styles.note}>No signal? Phones can pass posts on to each other.</p>
      <div className={styles.promptButtons}>
        <Button onClick={() => handOver.set('give')}>Give</Button>
        <Button onClick={() => handOver.set('take')}>Take</Button>
      </div>
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  for (const type of ['online', 'offline']) addEventListener(type, listener, stop)
  return () => stop.abort()
}
