import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import styles from './offline-mark.module.css'

/** Shows that there is no network. It offers nothing to do, because everything still works. */
export function OfflineMark() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
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

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  for (const type of ['online', 'offline']) {
    window.addEventListener(type, listener, { signal: stop.signal })
  }
  return () => stop.abort()
}
