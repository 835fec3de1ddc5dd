import { CloudDownload, HardDrive, WifiOff, X } from 'lucide-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { notStored } from '../../client/token.ts'
import type { Observable } from '../../pwa/observable.ts'
import { offlineReady } from '../../pwa/offline.ts'
import { declineUpdate, takeUpdate, updateOffered } from '../../pwa/updates.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './notices.module.css'

/** How long a notice that asks for nothing stays. */
const READ_MS = 6_000

const NOT_STORED =
  'This browser lets Gearheads store nothing. Your log-in and your drafts are gone when you close or reload this page.'

/** What the app itself has to say, at the bottom, out of the way. Loaded after the first screen. */
export function Notices() {
  const hasUpdate = useValue(updateOffered)
  const isReady = useValue(offlineReady)
  const isLost = useValue(notStored)
  const close = () => offlineReady.set(false)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(close, READ_MS)
    return () => clearTimeout(timer)
  })
  return (
    <div className={styles.place} role="status">
      {hasUpdate && (
        <Notice icon={<CloudDownload size={22} />} text="A new version of Gearheads is ready.">
          <Button look="primary" onClick={takeUpdate}>
            Update
          </Button>
          <Button onClick={declineUpdate}>Later</Button>
        </Notice>
      )}
      {isLost && (
        <Notice icon={<HardDrive size={22} />} text={NOT_STORED}>
          <IconButton label="Close" onClick={() => notStored.set(false)}>
            <X size={20} />
          </IconButton>
        </Notice>
      )}
      {isReady && (
        <Notice icon={<WifiOff size={22} />} text="Ready to work offline">
          <IconButton label="Close" onClick={close}>
            <X size={20} />
          </IconButton>
        </Notice>
      )}
    </div>
  )
}

function Notice({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <span aria-hidden="true">{icon}</span>
      <p>{text}</p>
      {children}
    </div>
  )
}

function useValue<Value>({ subscribe, get }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
