import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster } from 'sonner'

// The libraries of the app's page, one line of text and a button: the floor of any app that uses them.
const rootRoute = createRootRoute({ component: Root })
const line = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Line })
const router = createRouter({ routeTree: rootRoute.addChildren([line]) })

function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  )
}

function Line() {
  const queryFn = async () => 'Social media for gear heads'
  const { data } = useQuery({ queryKey: ['line'], queryFn })
  const [pressed, setPressed] = useState(false)
  return (
    <main aria-label="Posts">
      <article>{data}</article>
      <button type="button" aria-pressed={pressed} onClick={() => setPressed(!pressed)}>
        Press
      </button>
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
