import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { forgetScreens, viewerQuery } from '../data/auth.ts'
import { loadViewer } from '../data/session.ts'
import { AuthCard } from '../features/account/auth-card.tsx'
import { Landing } from '../features/shell/landing.tsx'
import { useGuardsAgain } from './-use-guards-again.ts'

/** Visitors only (R2.1). Without a token it shows at once, before there is a worker. */
export const Route = createFileRoute('/')({
  validateSearch: (search): { form?: 'signup' } =>
    search.form === 'signup' ? { form: 'signup' } : {},
  beforeLoad: async ({ context: { client }, location: { state } }) => {
    const viewer = await loadViewer(client)
    if (viewer && state.asked) throw redirect({ href: state.asked, replace: true })
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
