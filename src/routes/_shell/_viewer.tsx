import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { loadViewer } from '../../api/initial-load.ts'
import { ScreenError } from '../../features/shell/screen-error.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'

/** The guard: every screen below needs a current user that has an `_id`, else the visitor lands on / (spec §2). */
export const Route = createFileRoute('/_shell/_viewer')({
  beforeLoad: async ({ context }) => {
    const viewer = await loadViewer(context.client)
    if (!viewer?._id) throw redirect({ to: '/', replace: true })
  },
  pendingComponent: SkeletonCards,
  errorComponent: ScreenError,
  component: Outlet,
})
