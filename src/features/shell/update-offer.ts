import { useEffect, useState } from 'react'
import { messageSW } from 'workbox-window'
import { BUILD } from '../../pwa/build.ts'
import { syncStatus } from '../../pwa/club.ts'
import { scoped } from '../../pwa/scoped.ts'
import { takeUpdate, updateOffered } from '../../pwa/updates.ts'
import { localStore } from '../../pwa/web-storage.ts'
import { useValue } from './notice.tsx'

/** The build that the user left by an update, and when, in ms since 1970. */
const LEFT = scoped('gearheads-left-build')
/** Longer than the processes of a club are replaced one after the other. */
const WITHIN_MS = 3_600_000
/** A broken worker does not reply. */
const REPLY_MS = 5_000

/**
 * Whether an update is to be offered. While the processes of a club are replaced, its address serves two builds in turn: the
 * own one, or the one that was left just before, is no update. Where the data have another version, any build is.
 */
export function useUpdateOffer(): boolean {
  const waiting = useValue(updateOffered)
  const isOtherVersion = useValue(syncStatus)?.wait?.problem === 'version'
  const [wanted, setWanted] = useState<ServiceWorker>()
  useEffect(() => {
    if (!waiting) return
    let timer: number | undefined
    const check = async () => {
      const pause = await pauseOf(waiting).catch(() => 0)
      if (timer === undefined) return
      if (pause === 0) setWanted(waiting)
      else timer = window.setTimeout(check, pause)
    }
    timer = window.setTimeout(check)
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [waiting])
  return waiting !== undefined && (isOtherVersion || wanted === waiting)
}

export function acceptUpdate(): Promise<void> {
  localStore.set(LEFT, JSON.stringify([BUILD, Date.now()]))
  return takeUpdate()
}

/** How long a build is not offered, in ms. */
async function pauseOf(worker: ServiceWorker): Promise<number> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, REPLY_MS))
  const reply: { answer?: { build?: string } } | undefined = await Promise.race([
    messageSW(worker, { type: 'STATUS' }),
    late,
  ])
  const build = reply?.answer?.build
  // The host may have sent another script instead of the worker.
  if (!build) return 12 * REPLY_MS
  if (build === BUILD) return WITHIN_MS
  const [left, at]: [string?, number?] = JSON.parse(localStore.get(LEFT) ?? '[]')
  const age = Date.now() - (at ?? 0)
  return left === build && age >= 0 && age < WITHIN_MS ? WITHIN_MS - age : 0
}
