import { CloudOff, WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { isClub } from '../../pwa/club.ts'
import { offlineReady } from '../../pwa/offline.ts'
import styles from './nav-bars.module.css'

const STILL_WORKS = isClub ? 'What you write is sent later.' : 'Everything still works.'
const OFFLINE = `You're offline. ${STILL_WORKS}`
const READY_MS = 6000
const WIDE = '(min-width: 1024px)'
const always = () => true
const never = () => false

/**
 * Shows in the bars that the device is offline, and once that the app is ready to work offline. Each bar has one; it
 * is empty in the bar that is not shown, so that it is announced once.
 */
export function NetworkMark({ bar }: { bar: 'side' | 'top' }) {
  // The third arguments are for start/markup.tsx.
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine, always)
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches, always)
  const isReady = useSyncExternalStore(offlineReady.subscribe, offlineReady.get, never)
  const isShown = isWide === (bar === 'side')

  useEffect(() => {
    if (!isReady || !isShown) return
    const timer = setTimeout(() => offlineReady.set(false), READY_MS)
    return () => clearTimeout(timer)
  }, [isReady, isShown])

  return (
    <span role="status" className={styles.network}>
      {isShown && !isOnline && (
        <span className={styles.mark} title={OFFLINE}>
          <CloudOff size={18} aria-hidden="true" />
          <span>Offline</span>
        </span>
      )}
      {isShown && isOnline && isReady && !isClub && (
        <span className={styles.mark} data-ready>
          <WifiOff size={18} aria-hidden="true" />
          <span>Ready to work offline</span>
        </span>
      )}
    </span>
  )
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  for (const type of ['online', 'offline']) addEventListener(type, listener, stop)
  matchMedia(WIDE).addEventListener('change', listener, stop)
  return () => stop.abort()
}
