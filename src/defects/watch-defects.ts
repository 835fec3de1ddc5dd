import type { QueryClient } from '@tanstack/react-query'
import { CONTROLS } from '../data/query-keys.ts'
import { hasControls } from '../pwa/club.ts'
import {
  DEFECTS_CHANNEL,
  DEFECTS_COOKIE,
  idsIn,
  type PublishedDefects,
} from '../pwa/defects-cookie.ts'
import { openChannel } from '../pwa/scoped.ts'

/**
 * Plants the defects of the page (docs/testers.md#planted-defects), now and when they change, in any tab. Their code is loaded only when
 * one is on.
 * @returns a promise if one is on: await it before the first screen
 */
export function watchDefects(client: QueryClient): Promise<void> | undefined {
  // In clean runs too: the same files are loaded, at the same time.
  if (import.meta.env.MODE === 'judged')
    return import('./page/plant-run.ts')
      .then(({ plantRun }) => plantRun(client))
      .catch(console.error)
  if (!hasControls) return undefined
  let current: string[] = []
  let last: Promise<void> | undefined
  const plant = (ids: string[], isStart: boolean) => {
    current = ids
    if (ids.length === 0 && !last) return undefined
    last = import('./page/plant.ts')
      // Another change may have come meanwhile.
      .then(({ plantPageDefects }) => plantPageDefects(client, current, isStart))
      .catch(console.error)
    return last
  }
  openChannel(DEFECTS_CHANNEL).addEventListener(
    'message',
    ({ data: { ids, isChange } }: MessageEvent<PublishedDefects>) => {
      const planting = ids.join() === current.join() ? undefined : plant(ids, false)
      // For the banner. Not after each read: it is one itself.
      if (planting || isChange) client.invalidateQueries({ queryKey: CONTROLS })
    },
  )
  return plant(plantedDefects(), true)
}

function plantedDefects(): string[] {
  const start = `${DEFECTS_COOKIE}=`
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(start))
  return idsIn(cookie?.slice(start.length) ?? '')
}
