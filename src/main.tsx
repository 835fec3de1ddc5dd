import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { parseSearch, stringifySearch } from './client/search-params.ts'
import { token } from './client/session.ts'
import { persistCache } from './data/persisted-cache.ts'
import { createQueryClient, writesDone } from './data/query-client.ts'
import { followSession } from './data/session.ts'
import { watchDefects } from './defects/watch-defects.ts'
import { ScreenError } from './features/shell/failure-screens.tsx'
import { isClub } from './pwa/club.ts'
import { watchForInstallPrompt } from './pwa/install.ts'
import { keepForOffline } from './pwa/offline.ts'
import { beforeReload } from './pwa/reload.ts'
import { onNotificationClick } from './pwa/shown-notifications.ts'
import { recover, watchForUpdates } from './pwa/updates.ts'
import { localStore } from './pwa/web-storage.ts'
import { routeTree } from './route-tree.gen.ts'
import { preloadHome } from './routes/-preload.ts'
import { FIRST_SCREEN, MOVED_KEY } from './start/names.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/print.css'

const client = createQueryClient()

let isFirstRender = true
/** What the user has scrolled before the first render stays where it is. A reload restores its position. */
function restoresScroll(): boolean {
  const [start] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isScrolled = isFirstRender && start?.type === 'navigate' && scrollY > 0
  isFirstRender = false
  return !isScrolled
}

const router = createRouter({
  routeTree,
  basepath: import.meta.env.BASE_URL,
  context: { client },
  scrollRestoration: restoresScroll,
  // Query caches; a preload only fills its cache.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 100,
  // By default, a pending component stays for 500 ms once it is shown.
  defaultPendingMinMs: 0,
  caseSensitive: true,
  parseSearch,
  stringifySearch,
  // On every route, so that a broken screen does not break the layout around it. Never loaded on demand.
  defaultErrorComponent: ScreenError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function draw(root: HTMLElement) {
  // In a transition, React renders in small pieces, so that the browser can paint and handle input in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/** Starts the app. Planted defects have to be in place before. */
function start(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  beforeReload(() => writesDone(client))
  persistCache(client)
  followSession(client)
  // The screen that needs the result reports the failure.
  const ignore = () => undefined
  watchForInstallPrompt()
  if (isClub) onNotificationClick((path) => router.navigate({ to: path }))
  watchForUpdates().catch(ignore)
  keepForOffline().catch(ignore)
  // The loader of scripts calls it (src/start/build/classic-scripts.ts). Without one of its style sheets, a part still works.
  window.recover = recover
  window.addEventListener('vite:preloadError', (event) => {
    if (/CSS/.test(event.payload.message)) event.preventDefault()
  })
  // Load the first screen of a signed-in user while the guard is still verifying the session.
  if (token.read()) preloadHome(router).catch(ignore)

  const loading = router.load()
  const firstScreen = root.querySelector(`[${FIRST_SCREEN}]`)?.getAttribute(FIRST_SCREEN)
  // The first screen stays as HTML until React can render the same one in its place.
  if (firstScreen && firstScreen !== 'skeleton') loading.finally(() => draw(root))
  else {
    // Not before the router shows a screen or its placeholder: React would keep what it rendered before, nothing, until
    // the API has replied.
    const { startTransition: show } = router
    router.startTransition = (change, matches) => {
      router.startTransition = show
      draw(root)
      return show(change, matches)
    }
  }
}

// Not with `await`: then the bundler would give each screen one more file, of one line.
const planting = watchDefects(client)
const moving =
  import.meta.env.BASE_URL !== '/' && localStore.get(MOVED_KEY) === 'keys'
    ? import('./data/move-storage.ts')
        .then(({ moveDatabases }) => moveDatabases())
        // The next start tries again.
        .catch(console.error)
    : undefined
if (planting || moving) Promise.all([planting, moving]).then(start)
else start()
