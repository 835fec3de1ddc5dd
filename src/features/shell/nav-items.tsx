import type { LinkOptions } from '@tanstack/react-router'
import { Bookmark, House, type LucideIcon, Search, Settings, UserRound } from 'lucide-react'

export type NavItem = { label: string; icon: LucideIcon; link: LinkOptions }

/** The links of both bars (R2.16). Profile is the viewer's own. */
export function navItems(viewerId: string | undefined): NavItem[] {
  const profileId = viewerId ?? ''
  return [
    { label: 'Home', icon: House, link: { to: '/homePage' } },
    { label: 'BookMark', icon: Bookmark, link: { to: '/bookMarkPage' } },
    { label: 'Explore', icon: Search, link: { to: '/explore' } },
    {
      label: 'Profile',
      icon: UserRound,
      link: viewerId ? { to: '/profilePage/$profileId', params: { profileId } } : { to: '/' },
    },
    { label: 'Settings', icon: Settings, link: { to: '/settings' } },
  ]
}
