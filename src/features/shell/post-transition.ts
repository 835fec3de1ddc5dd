import type { AnyRouter } from '@tanstack/react-router'

const isPost = (path: string) => path.includes('/post/')

/**
 * Moves the card of a post from a list to its own screen and back (card.module.css). All other navigations change
 * the screen at once. The router's own option leaves a rejected promise for each transition that is skipped.
 */
export function animatePosts(router: AnyRouter): void {
  // Without types, CSS can't name the cards for this transition only.
  if (!globalThis.CSS?.supports('selector(:active-view-transition-type(post))')) return
  router.startViewTransition = (update) => {
    const from = router.state.resolvedLocation
    const isMove = from && isPost(from.pathname) !== isPost(router.latestLocation.pathname)
    if (!isMove || matchMedia('(prefers-reduced-motion: reduce)').matches) return update()
    const { ready, updateCallbackDone } = document.startViewTransition({ update, types: ['post'] })
    // A quick second navigation skips the first transition; the screen changes all the same.
    ready.catch(() => undefined)
    return updateCallbackDone
  }
}
