import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { viewerQuery } from '../data/auth.ts'
import { subscribeToChanges } from '../data/live-updates.ts'
import { usePendingWrites } from '../data/optimistic-write.ts'
import { applyToViewer } from '../data/pending-writes.ts'
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
  const { data } = useQuery(viewerQuery)
  const writes = usePendingWrites()
  const viewer = useMemo(() => data && applyToViewer(data, writes), [data, writes])
  const wide = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.wide),
  })
  const client = useQueryClient()
  useEffect(() => subscribeToChanges(client), [client])
  // The side bar is rendered after the screen.
  const isScreenRendered = useDeferredValue(true, false)
  const aside = !wide && viewer && (
    <ErrorBoundary>{isScreenRendered && <WhoToFollow viewer={viewer} />}</ErrorBoundary>
  )
  return (
    <Shell wide={wide} aside={aside}>
      <Outlet />
    </Shell>
  )
}
