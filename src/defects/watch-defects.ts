import type { QueryClient } from '@tanstack/react-query'
import { hasControls } from '../pwa/club.ts'
import { DEFECTS_COOKIE, idsIn } from '../pwa/defects-cookie.ts'

/**
 * Plants the defects of the page (docs/defects.md), now and when they change, in any tab. Their code is loaded only when
 * one is on.
 * @returns a promise if one is on: await it before the first screen
 */
export function watchDefects(client: QueryClient): Promise<void> | undefined {
  if (!hasControls) return undefined
  let last: Promise<void> | undefined
  const plant = (isStart: boolean) => {
    const ids = plantedDefects()
    if (ids.length === 0 && !last) return undefined
    last = import('./page/plant.ts')
      .then(({ plantPageDefects }) => plantPageDefects(client, plantedDefects(), isStart))
      .catch(console.error)
    return last
  }
  window.cookieStore?.addEventListener('change', () => plant(false))
  return plant(true)
}

function plantedDefects(): string[] {
  const start = `${DEFECTS_COOKIE}=`
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(start))
  return idsIn(cookie?.slice(start.length) ?? '')
}
