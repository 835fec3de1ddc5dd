import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ViewerContext, viewerQuery } from '../../data/auth.ts'
import { loadDrafts } from '../../data/drafts/draft-store.ts'
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
  },
  // Composers show their drafts in the first frame.
  loader: () => loadDrafts(),
  shouldReload: false,
  // The other parts are not split: they run while this code is loading.
  codeSplitGroupings: [['component', 'loader']],
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
