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

/** Shown in place of a screen that could not be loaded or rendered. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const client = useQueryClient()
  const isRecovering = useSyncExternalStore(recovering.subscribe, recovering.get)
  if (isRecovering) return <p role="status">A new version of Gearheads is out. Fetching it…</p>

  async function tryAgain() {
    if (error instanceof HttpError) {
      // Cached data may be the cause, so read it again.
      client.removeQueries({ type: 'inactive' })
      await router.invalidate()
      reset()
    } else {
      // Code that failed to load is only requested again by a new page, and the persisted cache may be the cause.
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
      {/* Not a router link, which does nothing if its path is already open. */}
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
