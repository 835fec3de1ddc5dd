import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ViewerContext, viewerQuery } from '../../data/auth.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToViewer } from '../../data/pending-writes.ts'
import { useOutbox } from '../../data/pictures/use-outbox.ts'
import { loadViewer } from '../../data/session.ts'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { useGuardsAgain } from '../-guards.ts'

/** Guards all screens below it: without a current user that has an `_id`, it redirects to / (R2.2). */
export const Route = createFileRoute('/_shell/_viewer')({
  beforeLoad: async ({ context, location }) => {
    const viewer = await loadViewer(context.client)
    if (!viewer?._id) {
      throw redirect({ to: '/', replace: true, state: { requestedHref: location.publicHref } })
    }
    // Composers show their drafts in the first frame. The landing screen does not need this code.
    const { loadDrafts } = await import('../../data/drafts/draft-store.ts')
    await loadDrafts()
  },
  // Not split: shown while the code of the screens is loading.
  codeSplitGroupings: [['component']],
  pendingComponent: SkeletonCards,
  component: Viewer,
})

/** Also redirects to / if the session ends while a screen is open, for example because the data were replaced. */
function Viewer() {
  const { data } = useQuery(viewerQuery)
  const writes = usePendingWrites()
  const viewer = useMemo(() => data && applyToViewer(data, writes), [data, writes])
  useOutbox(viewer?._id)
  useGuardsAgain(!viewer)
  return (
    viewer && (
      <ViewerContext value={viewer}>
        <Outlet />
      </ViewerContext>
    )
  )
}
