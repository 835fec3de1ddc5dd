import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { StateScreen, usePageTitle } from '../../ui/screen.tsx'

/** Shown in place of a post or a profile that does not exist, or not any more. */
export function Missing({ text }: { text: string }) {
  usePageTitle('Not found')
  return (
    <StateScreen title={text} icon={<SearchX size={48} aria-hidden="true" />}>
      <Link to="/homePage" className={buttonClass('primary')}>
        Home
      </Link>
    </StateScreen>
  )
}
