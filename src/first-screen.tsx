import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { AuthCard } from './features/account/auth-card.tsx'
import { Landing } from './features/shell/landing.tsx'
import { Shell } from './features/shell/shell.tsx'
import { SkeletonCards } from './ui/skeleton.tsx'

/**
 * The first screens that the page can show before any script runs. `scripts/vite/first-screen.ts` writes them into
 * the page when the app is built. Nothing of this file is in the app.
 */
const screens = {
  landing: () => (
    <Landing>
      <AuthCard mode="login" />
    </Landing>
  ),
  skeleton: () => (
    <Shell>
      <SkeletonCards />
    </Shell>
  ),
}

/** The first render of a screen, inert, so that no input is lost when React renders in its place. */
export async function markupOf(name: keyof typeof screens): Promise<string> {
  const router = createRouter({
    basepath: import.meta.env.BASE_URL,
    history: createMemoryHistory({ initialEntries: [import.meta.env.BASE_URL] }),
    routeTree: createRootRoute({ component: screens[name] }),
  })
  await router.load()
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  // index.html asks for the pictures itself, and only where they are shown.
  return markup.replace(/^(<link [^>]*>)*<div/, '<div inert')
}
