import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { memo, useDeferredValue, useEffect } from 'react'
import { token } from '../client/session.ts'
import type { ViewedUser } from '../contract/viewed.ts'
import { viewerQuery } from '../data/auth.ts'
import { subscribeToChanges } from '../data/live-updates.ts'
import { loadViewer } from '../data/session.ts'
import { WhoToFollow } from '../features/people/who-to-follow.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

// Its table of words can wait until the screen is there.
const AppShortcuts = lazyPart(
  async () => (await import('../features/shell/app-shortcuts.tsx')).AppShortcuts,
)

const LowerCards = lazyPart(
  async () => (await import('../features/shell/lower-cards.tsx')).LowerCards,
)

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether the screen uses the full width between the side bars. */
    wide?: boolean
  }
}

/** The layout of every screen except the landing. */
export const Route = createFileRoute('/_shell')({
  // The request tester and the 404 page, which need no session, do not wait for it.
  beforeLoad: ({ context }) => {
    const viewer = loadViewer(context.client)
    viewer.catch(() => undefined)
    return { viewer }
  },
  component: ShellLayout,
})

function ShellLayout() {
  // Until the token is verified, the side bar has its place, so that nothing moves later.
  const { data: isSignedIn = token.read() !== '' } = useQuery({ ...viewerQuery, select: Boolean })
  const wide = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.wide),
  })
  const client = useQueryClient()
  useEffect(() => subscribeToChanges(client), [client])
  return (
    <Shell wide={wide} aside={isSignedIn && <Aside />}>
      <Outlet />
      <AppShortcuts isSignedIn={isSignedIn} />
    </Shell>
  )
}

function Aside() {
  const { data: viewer } = useQuery(viewerQuery)
  // Rendered after the screen.
  const isScreenRendered = useDeferredValue(true, false)
  return <ErrorBoundary>{viewer && isScreenRendered && <Cards viewer={viewer} />}</ErrorBoundary>
}

const Cards = memo(({ viewer }: { viewer: ViewedUser }) => (
  <>
    <WhoToFollow viewer={viewer} />
    <LowerCards viewer={viewer} />
  </>
))
