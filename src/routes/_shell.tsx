import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { memo, useDeferredValue, useEffect } from 'react'
import { viewerQuery } from '../data/auth.ts'
import { subscribeToChanges } from '../data/live-updates.ts'
import { WhoToFollow } from '../features/people/who-to-follow.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whether the screen also takes the space of the right side bar. */
    wide?: boolean
  }
}

/** The layout of every screen except the landing. */
export const Route = createFileRoute('/_shell')({ component: ShellLayout })

function ShellLayout() {
  const { data: isSignedIn } = useQuery({ ...viewerQuery, select: Boolean })
  const wide = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.wide),
  })
  const client = useQueryClient()
  useEffect(() => subscribeToChanges(client), [client])
  return (
    <Shell wide={wide} aside={!wide && isSignedIn && <Aside />}>
      <Outlet />
    </Shell>
  )
}

function Aside() {
  const { data: viewer } = useQuery(viewerQuery)
  // Rendered after the screen.
  const isScreenRendered = useDeferredValue(true, false)
  return <ErrorBoundary>{viewer && isScreenRendered && <People viewer={viewer} />}</ErrorBoundary>
}

const People = memo(WhoToFollow)
