import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { connectivity } from '../../pwa/connectivity.ts'
import styles from './offline-mark.module.css'

/** Says that there is no network. Everything goes on working, so it says no more than that. */
export function OfflineMark() {
  const online = useSyncExternalStore(connectivity.subscribe, connectivity.get)
  return (
    <span role="status">
      {!online && (
        <span className={styles.mark} title="No network. Everything here works without one.">
          <CloudOff size={18} aria-hidden="true" />
          <span>Offline</span>
        </span>
      )}
    </span>
  )
}
