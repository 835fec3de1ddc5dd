import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { loadViewer } from '../api/initial-load.ts'
import { AuthCard } from '../features/auth/auth-card.tsx'
import { Landing } from '../features/shell/landing.tsx'

/** Visitors only (spec §2). Without a token it shows at once, before there is a worker. */
export const Route = createFileRoute('/')({
  validateSearch: (search): { form?: 'signup' } =>
    search.form === 'signup' ? { form: 'signup' } : {},
  beforeLoad: async ({ context }) => {
    if (await loadViewer(context.client)) throw redirect({ to: '/homePage', replace: true })
  },
  component: LandingScreen,
})

function LandingScreen() {
  const { form = 'login' } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <Landing>
      <AuthCard mode={form} onDone={() => navigate({ to: '/homePage', replace: true })} />
    </Landing>
  )
}
