import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, type HistoryState, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { forgetScreens, usesOneTimePassword, viewerQuery } from '../data/auth.ts'
import { loadPublicData, loadViewer } from '../data/session.ts'
import { AuthCard } from '../features/account/auth-card.tsx'
import { Landing } from '../features/shell/landing.tsx'
import { isMembersOnly } from '../pwa/club.ts'
import { keepInvitation } from '../pwa/invitation.ts'
import { idle } from '../pwa/offline.ts'
import { preloadHome } from './-preload.ts'

/** For visitors only (R2.1). Without a token it is shown at once, before the worker has started. */
export const Route = createFileRoute('/')({
  validateSearch: ({ form }: { form?: string }): { form?: 'signup' } => ({
    form: form === 'signup' ? form : undefined,
  }),
  beforeLoad: async ({ context: { client }, location: { state, hash } }) => {
    if (await loadViewer(client)) throw redirect(firstScreen(state))
    keepInvitation(hash)
  },
  component: LandingScreen,
})

/** The screen after the log-in: the one that the visitor requested, or else home. */
function firstScreen({ requestedHref }: HistoryState) {
  if (usesOneTimePassword()) return { to: '/settings', replace: true }
  return { ...(requestedHref ? { href: requestedHref } : { to: '/homePage' }), replace: true }
}

function LandingScreen() {
  const { form = 'login' } = Route.useSearch()
  const client = useQueryClient()
  // Not useQuery: this screen reads nothing from the API, and would load its 2 kB for one flag.
  const isSignedIn = useSyncExternalStore(client.getQueryCache().subscribe, () =>
    Boolean(client.getQueryData(viewerQuery.queryKey)),
  )
  const router = useRouter()
  useEffect(() => {
    // An earlier session may have ended in this tab.
    forgetScreens(client)
    // While a visitor types, load the home feed. If that fails, the log-in tries again.
    idle()
      .then(() => preloadHome(router))
      .then(() => (isMembersOnly ? undefined : loadPublicData(client)))
      .catch(() => undefined)
  }, [client, router])
  useEffect(() => {
    // The guard would do the same, with one navigation more.
    if (isSignedIn) router.navigate(firstScreen(router.state.location.state))
  }, [isSignedIn, router])
  return (
    <Landing brief={form === 'signup'}>
      <AuthCard mode={form} />
    </Landing>
  )
}
