import { Link } from '@tanstack/react-router'
import { Construction } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { StateScreen, usePageTitle } from '../../ui/screen.tsx'

/** Any path that leads nowhere (R2.4). */
export function NotFound() {
  usePageTitle('Not found')
  return (
    <StateScreen title="PAGE 404 Go Back to Homepage" icon={<Construction size={56} />}>
      <p>This road ends here. The address may be mistyped, or the page was moved.</p>
      <Link to="/homePage" className={buttonClass('primary')}>
        Home Page
      </Link>
    </StateScreen>
  )
}
