import type { AnyRoute, AnyRouter } from '@tanstack/react-router'

/** Loads the code of the home feed and the drafts that its composer shows, before the feed is opened. */
export async function preloadHome(router: AnyRouter): Promise<void> {
  const drafts = import('../data/drafts/draft-store.ts').then(({ loadDrafts }) => loadDrafts())
  const chunks: (Promise<void> | undefined)[] = []
  // The layouts around the screen have chunks of their own.
  let route: AnyRoute | undefined = router.routesByPath['/homePage']
  for (; route; route = route.parentRoute) chunks.push(router.loadRouteChunk(route))
  await Promise.all([...chunks, drafts])
}
