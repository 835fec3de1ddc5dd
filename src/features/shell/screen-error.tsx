import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Wrench } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { HttpError } from '../../client/http.ts'
import { forgetCache } from '../../data/persisted-cache.ts'
import { errorText } from '../../data/query-client.ts'
import { reloadPage } from '../../pwa/reload.ts'
import { recovering } from '../../pwa/updates.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { StateScreen } from '../../ui/screen.tsx'
import { CopyReport } from './copy-report.tsx'

/** Shown in place of a screen that could not be loaded or drawn, with the ways on. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const client = useQueryClient()
  const isRecovering = useSyncExternalStore(recovering.subscribe, recovering.get)
  if (isRecovering) return <p role="status">A new version of Gearheads is out. Fetching it…</p>

  async function tryAgain() {
    if (error instanceof HttpError) {
      // Nothing is taken from the cache that is not on screen: it may be what this screen cannot draw.
      client.removeQueries({ type: 'inactive' })
      await router.invalidate()
      reset()
    } else {
      // A piece of the app that did not come, comes only with a new page; and what was kept to start
      // with may be what breaks it.
      forgetCache()
      await reloadPage()
    }
  }
  return (
    <StateScreen title="This one broke down" icon={<Wrench size={48} />}>
      <p>{errorText(error)}</p>
      <Button variant="primary" onClick={tryAgain}>
        Try again
      </Button>
      {/* Not a link of the router, which has nothing to do where one is already. */}
      <a className={buttonClass()} href={`${import.meta.env.BASE_URL}homePage`}>
        Go home
      </a>
      <CopyReport error={error} />
      <p>
        Nothing that you saved is lost. <Link to="/mock">The request tester</Link> can save all data
        into a file, put it back, and start over.
      </p>
    </StateScreen>
  )
}
