import { type AnyRouter, type RouterHistory, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry shows the same as the one before it, the first of the page. */
    isGuard?: boolean
  }
}

/** What is open on the screen, the topmost last. */
const layers: symbol[] = []

/**
 * Back closes a dialog, a menu or another popup instead of leaving the screen (R2.26). The history does not change, so
 * there is nothing to go forward to. Where the system's Back reaches the browser's own close watcher first (Android), that
 * one closes it.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  // A test page has no router.
  const router = useRouter({ warn: false }) as AnyRouter | undefined
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen || !router) return
    const layer = Symbol()
    layers.push(layer)
    guardFirstEntry(router)
    const history: RouterHistory = router.history
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        if (action !== 'BACK' || layers.at(-1) !== layer) return false
        onBack()
        return true
      },
    })
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      unblock()
    }
  }, [isOpen, router])
}

/** Whether Back leads to another screen of the app. */
export function useCanGoBack(): boolean {
  return useLocation({ select: ({ state }) => state.__TSR_index !== 0 && !state.isGuard })
}

/** Back from the first entry would leave the page, which nothing can block: give it a second one, which Back skips. */
function guardFirstEntry(router: AnyRouter): void {
  const history: RouterHistory = router.history
  if (history.canGoBack()) return
  let before = history.location
  history.subscribe(({ location, action }) => {
    const isSkipped = action.type === 'BACK' && before.state.isGuard && !history.canGoBack()
    const shown = before.href
    before = location
    if (!isSkipped) return
    // It shows the same still if its post was deleted, and this one has become Home (R2.31).
    History.prototype.replaceState.call(window.history, window.history.state, '', shown)
    window.history.back()
  })
  const here = { to: '.', search: true, hash: true, resetScroll: false } as const
  router.navigate({ ...here, state: (state) => ({ ...state, isGuard: true }) })
}
