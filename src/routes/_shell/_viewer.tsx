import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { ViewerContext, viewerQuery } from '../../data/auth.ts'
import { loadDrafts } from '../../data/drafts/draft-store.ts'
import { useOutbox } from '../../data/pictures/use-outbox.ts'
import { openReport } from '../../data/reports.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { nextFrame } from '../../ui/timing.ts'

const ReportDialog = lazyPart(
  async () => (await import('../../features/reports/report-dialog.tsx')).ReportDialog,
)

/** Guards all screens below it: without a current user that has an `_id`, it redirects to / (R2.2). */
export const Route = createFileRoute('/_shell/_viewer')({
  beforeLoad: async ({ context, location, cause, preload }) => {
    // The current tab changes in the frame of the click. To render a screen takes longer than that.
    if (cause === 'stay' && !preload) await nextFrame()
    const viewer = await context.viewer
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
  const { data: viewer } = useQuery(viewerQuery)
  useOutbox(viewer?._id)
  const router = useRouter()
  const about = useSyncExternalStore(openReport.subscribe, openReport.get)
  const isOver = !viewer
  useEffect(() => {
    // Runs the guard again, which redirects.
    if (isOver) router.invalidate()
  }, [isOver, router])
  return (
    viewer && (
      <ViewerContext value={viewer}>
        <Outlet />
        {about && <ReportDialog about={about} onClose={() => openReport.set(undefined)} />}
      </ViewerContext>
    )
  )
}
