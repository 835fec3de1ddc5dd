import { useMatch } from '@tanstack/react-router'
import { CloudDownload, HardDrive, WifiOff, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { notStored } from '../../client/session.ts'
import { clubReachable, hasControls, isClub, syncStatus } from '../../pwa/club.ts'
import { firstTime } from '../../pwa/reload.ts'
import { scoped } from '../../pwa/scoped.ts'
import { declineUpdate } from '../../pwa/updates.ts'
import { localStore } from '../../pwa/web-storage.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useHeld, whenReleased } from '../../ui/pressed.ts'
import { useInFlight } from '../../ui/timing.ts'
import { Notice, useValue } from './notice.tsx'
import styles from './notices.module.css'
import { acceptUpdate, useUpdateOffer } from './update-offer.ts'
import { useIdle } from './use-idle.ts'

const FailureBanner = lazyPart(async () => (await import('./failure-banner.tsx')).FailureBanner)
const SyncNotice = lazyPart(async () => (await import('./sync-notice.tsx')).SyncNotice)

/** Said once in a tab. */
const isFirstOnHttp = isClub && !window.isSecureContext && firstTime('http')
const NEEDS_HTTPS = 'Installing and offline use need an https address.'

const NOT_STORED =
  "This browser blocks storage. You'll be logged out and lose drafts when you close or reload this page."

/**
 * Messages of the app itself, one at a time: persistent storage was denied, a club that cannot be reached, plain http, an
 * update. Loaded after the first screen.
 */
export function Notices() {
  const isLanding = Boolean(useMatch({ from: '/', shouldThrow: false }))
  const isIdle = useIdle()
  const hasUpdate = useUpdateOffer()
  const [update, isUpdating] = useInFlight(acceptUpdate)
  const isReachable = useValue(clubReachable)
  const hasReplica = Boolean(useValue(syncStatus)?.replica)
  const isStorageRefused = useValue(notStored)
  const [isWarningClosed, setWarningClosed] = useState(false)
  const [isInsecure, setInsecure] = useState(isFirstOnHttp)
  const place = useRef<HTMLDivElement>(null)
  useEffect(checkStorage, [])
  useEffect(() => {
    if (!isIdle) return
    const loading = import('../../data/log-out.ts')
    loading.then(({ endKeptSessions }) => endKeptSessions()).catch(() => undefined)
  }, [isIdle])
  useEffect(watchFormUse, [])
  useEffect(() => (place.current ? publishHeight(place.current) : undefined), [])

  /** Closes a notice. If the focus was in it, it moves to the heading of the screen. */
  function close(change: () => void) {
    if (place.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    change()
  }

  function current() {
    if (isStorageRefused && !isWarningClosed)
      return (
        <Notice icon={<HardDrive size={22} />} text={NOT_STORED}>
          <CloseButton onClick={() => close(() => setWarningClosed(true))} />
        </Notice>
      )
    // With a replica, `SyncNotice` says it.
    if (!isReachable && !hasReplica)
      return <Notice icon={<WifiOff size={22} />} text="Can't reach the club. Trying again…" />
    if (isInsecure)
      return (
        <Notice icon={<WifiOff size={22} />} text={NEEDS_HTTPS}>
          <CloseButton onClick={() => close(() => setInsecure(false))} />
        </Notice>
      )
    if (hasUpdate)
      return (
        <Notice icon={<CloudDownload size={22} />} text="A new version of Gearheads is ready.">
          <Button variant="primary" busy={isUpdating} onClick={update}>
            Update
          </Button>
          <Button onClick={() => close(declineUpdate)}>Later</Button>
        </Notice>
      )
    return null
  }
  const notice = useHeld(current())
  return (
    <div ref={place} className={styles.place} data-landing={isLanding || undefined}>
      {hasControls && isIdle && <FailureBanner />}
      {isClub && isIdle && <SyncNotice />}
      <div role="status">{notice}</div>
    </div>
  )
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton label="Close" onClick={onClick}>
      <X size={20} />
    </IconButton>
  )
}

/** Sets `--notices` on the root element, for the button that floats above them. @returns a function that ends it */
function publishHeight(notices: HTMLElement): () => void {
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--notices', `${notices.offsetHeight}px`),
  )
  observer.observe(notices)
  return () => observer.disconnect()
}

/** Checks before the log-in whether the browser allows storage. */
function checkStorage(): void {
  const key = scoped('gearheads-probe')
  notStored.set(!localStore.set(key, key))
  localStore.remove(key)
}

const FIELDS = 'input:not([type="checkbox"]), textarea, select'
const FORM = `main form *, main :is(${FIELDS})`

/** A form that is left alone for this long is not in use. After a post, the composer keeps the focus. */
const IDLE_MS = 5_000

/**
 * Sets `data-form-in-use` on the root element while a form of the screen has the focus, until it is left alone; never
 * between a press and its click. With `:has()` instead, the browser would search the document after each change of it,
 * which takes longer than React's render.
 * @returns a function that ends it
 */
function watchFormUse(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // A focused element that is removed fires no event.
  const removals = new MutationObserver(() => !isFormUsed() && whenReleased(update))
  let timer: number | undefined

  function toggle(isInUse: boolean): void {
    clearTimeout(timer)
    document.documentElement.toggleAttribute('data-form-in-use', isInUse)
  }

  const leave = () => toggle(false)
  function update(): void {
    const isInUse = !signal.aborted && isFormUsed()
    toggle(isInUse)
    if (isInUse) {
      timer = window.setTimeout(whenReleased, IDLE_MS, leave)
      removals.observe(document.body, { childList: true, subtree: true })
    } else removals.disconnect()
  }

  update()
  for (const type of ['focusin', 'focusout', 'input', 'keydown', 'pointerup', 'pointercancel'])
    document.addEventListener(type, () => whenReleased(update), { signal })
  return () => {
    stop.abort()
    update()
  }
}

function isFormUsed(): boolean {
  return Boolean(document.activeElement?.matches(FORM))
}
