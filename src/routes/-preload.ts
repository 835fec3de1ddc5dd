import type { AnyRouter } from '@tanstack/react-router'

/** Loads the code of the home feed and the drafts that its composer shows, before the feed is opened. */
export async function preloadHome(router: AnyRouter): Promise<void> {
  const drafts = import('../data/drafts/draft-store.ts').then(({ loadDrafts }) => loadDrafts())
  await Promise.all([router.loadRouteChunk(router.routesByPath['/homePage']), drafts])
}
