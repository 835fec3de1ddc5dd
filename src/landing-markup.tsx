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

/**
 * The first render of the landing screen with its log-in form. `scripts/vite/landing-html.ts` writes it into the
 * page at build time. This file is not part of the app.
 */
export async function landingMarkup(): Promise<string> {
  const router = createRouter({
    basepath: import.meta.env.BASE_URL,
    history: createMemoryHistory({ initialEntries: [import.meta.env.BASE_URL] }),
    routeTree: createRootRoute({ component: LandingScreen }),
  })
  await router.load()
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  // index.html loads the pictures itself, and only where they are shown.
  return markup.replace(/^(<link [^>]*>)*<div/, '<div inert')
}

function LandingScreen() {
  return (
    <Landing>
      <AuthCard mode="login" />
    </Landing>
  )
}
