import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { forgetScreens, viewerQuery } from '../data/auth.ts'
import { loadViewer } from '../data/session.ts'
import { AuthCard } from '../features/account/auth-card.tsx'
import { Landing } from '../features/shell/landing.tsx'
import { useGuardsAgain } from './-guards.ts'

/** For visitors only (R2.1). Without a token it is shown at once, before the worker has started. */
export const Route = createFileRoute('/')({
  validateSearch: ({ form }: { form?: string }): { form?: 'signup' } => ({
    form: form === 'signup' ? form : undefined,
  }),
  beforeLoad: async ({ context: { client }, location: { state } }) => {
    const viewer = await loadViewer(client)
    if (viewer && state.requestedHref) throw redirect({ href: state.requestedHref, replace: true })
    if (viewer) throw redirect({ to: '/homePage', replace: true })
    forgetScreens(client)
  },
  component: LandingScreen,
})

function LandingScreen() {
  const { form = 'login' } = Route.useSearch()
  const { data: viewer } = useQuery({ ...viewerQuery, enabled: false })
  useGuardsAgain(Boolean(viewer))
  return (
    <Landing>
      <AuthCard mode={form} />
    </Landing>
  )
}
