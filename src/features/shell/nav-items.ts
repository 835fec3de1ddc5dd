import type { LinkOptions } from '@tanstack/react-router'
import { Bell, Bookmark, House, type LucideIcon, Search, Settings, UserRound } from 'lucide-react'

/** The link to it shows how many are unseen. */
export const NOTIFICATIONS_PATH = '/notifications'

/** A link of the bars. Its screen has the address `path`. */
type NavItem = { label: string; icon: LucideIcon; path: string; link: LinkOptions }

/** The links of both bars (R2.16). All other screens but /mock and the 404 page are opened from one of these. */
export function navItems(viewerId = ''): NavItem[] {
  const profile = { to: '/profilePage/$profileId', params: { profileId: viewerId } } as const
  return [
    item('Home', House, '/homePage'),
    item('BookMark', Bookmark, '/bookMarkPage'),
    item('Explore', Search, '/explore'),
    item('Notifications', Bell, NOTIFICATIONS_PATH),
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
