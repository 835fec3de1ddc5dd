import type { LinkOptions } from '@tanstack/react-router'
import { Bookmark, House, type LucideIcon, Search, Settings, UserRound } from 'lucide-react'

/** A link of the bars. Its screen has the address `path`. */
type NavItem = { label: string; icon: LucideIcon; path: string; link: LinkOptions }

/** The links of both bars (R2.16). All other screens but /mock and the 404 page are opened from one of these. */
export function navItems(viewerId = ''): NavItem[] {
  const profile = { to: '/profilePage/$profileId', params: { profileId: viewerId } } as const
  return [
    item('Home', House, '/homePage'),
    item('BookMark', Bookmark, '/bookMarkPage'),
    item('Explore', Search, '/explore'),
    item('Profile', UserRound, `/profilePage/${viewerId}`, viewerId ? profile : { to: '/' }),
    item('Settings', Settings, '/settings'),
  ]
}

function item(
  label: string,
  icon: LucideIcon,
  path: string,
  link = { to: path } as LinkOptions,
): NavItem {
  return { label, icon, path, link }
}
