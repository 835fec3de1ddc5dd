import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Navigate, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { notStored } from '../client/session.ts'
import { NoWorker, useNoWorker } from '../features/shell/failure-screens.tsx'
import { useTheme } from '../features/shell/theme.ts'
import { reloadPage } from '../pwa/reload.ts'
import { isTesterPath } from '../pwa/tester-page.ts'
import { repeatEarlyInput } from '../start/early-input.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

// Loaded after the first paint, which does not need them.
const Toasts = lazyPart(async () => (await import('../ui/toasts.tsx')).Toasts)
const Notices = lazyPart(async () => (await import('../features/shell/notices.tsx')).Notices)

/** Whether this document has the policy of the tester. */
const isTesterPage = isTesterPath(location.pathname, import.meta.env.BASE_URL)

export const Route = createRootRouteWithContext<{ client: QueryClient }>()({
  // A link to or from the tester loads the other document. The router's paths are without the base.
  beforeLoad: async ({ location, preload }) => {
    const isTester = isTesterPath(location.pathname, '/')
    // A session that is not stored would end. The tester then reaches only this origin.
    if (preload || isTester === isTesterPage || (isTester && notStored.get())) return
    await reloadPage()
  },
  component: Root,
  // Invalid percent-encoding matches no route, not even the one for all other paths.
  notFoundComponent: () => <Navigate to="/$" params={{ _splat: '404' }} replace />,
})

function Root() {
  const noWorker = useNoWorker()
  const [theme] = useTheme()
  const [painted, setPainted] = useState(false)
  const router = useRouter()
  // Before any other event, so that no key is lost in between; and after React's commit, which would reset typed text.
  useLayoutEffect(() => queueMicrotask(repeatEarlyInput), [])
  useEffect(() => {
    setPainted(true)
    const loading = import('../features/shell/post-transition.ts')
    loading.then(({ animatePosts }) => animatePosts(router)).catch(() => undefined)
  }, [router])
  useFocusAfterNavigation()
  return (
    <>
      {noWorker ? <NoWorker error={noWorker} /> : <Outlet />}
      {painted && <Toasts theme={theme} />}
      {painted && <Notices />}
    </>
  )
}

/** Moves the focus to the heading of the new screen, for screen readers and the keyboard. */
function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const heading = document.querySelector<HTMLElement>('h1[tabindex]')
        // The screen may have focused a field itself.
        const hasFocus = document.activeElement?.matches('main *')
        if (fromLocation && pathChanged && !hasFocus) heading?.focus({ preventScroll: true })
      }),
    [router],
  )
}
