import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Navigate, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { NoWorker } from '../features/shell/no-worker.tsx'
import { useTheme } from '../features/shell/theme.ts'
import { useNoWorker } from '../features/shell/use-no-worker.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

// Not needed for the first paint, so not in the way of it.
const Toasts = lazyPart(async () => (await import('../ui/toasts.tsx')).Toasts)
const Notices = lazyPart(async () => (await import('../features/shell/notices.tsx')).Notices)

export const Route = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Root,
  // No route matches an address that is not valid percent-encoding: not even the one for any other path.
  notFoundComponent: () => <Navigate to="/$" params={{ _splat: '404' }} replace />,
})

function Root() {
  const noWorker = useNoWorker()
  const [theme] = useTheme()
  const [painted, setPainted] = useState(false)
  useEffect(() => setPainted(true), [])
  useFocusAfterNavigation()
  return (
    <>
      {noWorker ? <NoWorker reason={noWorker} /> : <Outlet />}
      {painted && <Toasts theme={theme} />}
      {painted && <Notices />}
    </>
  )
}

/** Those who hear the page or use the keyboard go on from the new screen's heading. */
function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const heading = document.querySelector<HTMLElement>('h1[tabindex]')
        // A screen that is opened to write on has the focus in one of its fields already.
        const isPlaced = document.activeElement?.matches('main *')
        if (fromLocation && pathChanged && !isPlaced) heading?.focus({ preventScroll: true })
      }),
    [router],
  )
}
