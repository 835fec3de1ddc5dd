import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { loadDrafts } from '../../api/drafts/draft-store.ts'
import { loadViewer } from '../../api/initial-load.ts'
import { useOutbox } from '../../api/pictures/use-outbox.ts'
import { useViewer } from '../../api/use-viewer.ts'
import { ScreenError } from '../../features/shell/screen-error.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'

/** The guard: every screen below needs a current user that has an `_id`, else the visitor lands on / (spec §2). */
export const Route = createFileRoute('/_shell/_viewer')({
  beforeLoad: async ({ context }) => {
    const drafts = loadDrafts()
    const viewer = await loadViewer(context.client)
    if (!viewer?._id) throw redirect({ to: '/', replace: true })
    // Places to write show what was written there at once.
    await drafts
  },
  pendingComponent: SkeletonCards,
  errorComponent: ScreenError,
  component: Viewer,
})

function Viewer() {
  useOutbox(useViewer()._id)
  return <Outlet />
}
