import { Link, useRouter } from '@tanstack/react-router'
import { useArrival } from '../../data/arrivals.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Drawing } from '../../ui/empty-state.tsx'
import { StateScreen, usePageTitle } from '../../ui/screen.tsx'

/** Shown for a path that matches no route (R2.4). */
export function NotFound() {
  usePageTitle('Not found')
  return (
    <StateScreen title="PAGE 404 Go Back to Homepage" icon={<Drawing name="road" />}>
      <p>This road ends here. The address may be mistyped, or the page has moved.</p>
      <Link to="/homePage" className={buttonClass('primary')}>
        Home Page
      </Link>
    </StateScreen>
  )
}

type MissingProps = {
  /** The API's text. Its first sentence is the heading. */
  text: string
  /** Another reason. */
  hint?: string
  /** Reads it again. */
  reread: () => Promise<unknown>
}

/** Shown in place of a post or a profile that does not exist, until it arrives (R2.30). */
export function Missing({ text, hint, reread }: MissingProps) {
  usePageTitle('Not found')
  const router = useRouter()
  useArrival(() =>
    reread().then(
      () => router.invalidate(),
      () => undefined,
    ),
  )
  const [title = text, body] = text.split(/\.(?: |$)/)
  return (
    <StateScreen title={title} icon={<Drawing name="garage" />}>
      {body && <p>{body}.</p>}
      {hint && <p>{hint}</p>}
      <Link to="/homePage" className={buttonClass('primary')}>
        Home
      </Link>
    </StateScreen>
  )
}
