import { CircleCheck, CloudOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { handOver } from '../../data/sync/hand-over-screen.ts'
import { isClub, syncStatus } from '../../pwa/club.ts'
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
      {isShown && !isOnline && <OfflineMark />}
      {isShown && isOnline && isReady && !isClub && (
        <span className={styles.mark} data-ready>
          <CircleCheck size={18} aria-hidden="true" />
          <span>Ready to work offline</span>
        </span>
      )}
    </span>
  )
}

/** Opens what can be done without a network, if this phone has a copy of its club (R16.25). */
function OfflineMark() {
  const status = useSyncExternalStore(syncStatus.subscribe, syncStatus.get)
  const open = status?.replica && (() => handOver.set('changes'))
  const Mark = open ? 'button' : 'span'
  return (
    <Mark className={styles.mark} title={OFFLINE} onClick={open}>
      <CloudOff size={18} aria-hidden="true" />
      <span>Offline</span>
    </Mark>
  )
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  for (const type of ['online', 'offline']) addEventListener(type, listener, stop)
  matchMedia(WIDE).addEventListener('change', listener, stop)
  return () => stop.abort()
}
