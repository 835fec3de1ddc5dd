import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { navItems } from './nav-items.ts'

const DEEP = /^\/(post|profilePage)\//

/**
 * Returns the path of the tab that a screen belongs to: its own, or for a deep screen, such as a post, the tab
 * from which it was opened. After a cold start a post belongs to Home, and the profile of another user to none.
 * @param opened the tab of the previous screen
 */
export function tabOf(path: string, viewerId = '', opened?: string): string | undefined {
  if (navItems(viewerId).some((item) => item.path === path)) return path
  return DEEP.test(path)
    ? (opened ?? (path.startsWith('/post/') ? '/homePage' : undefined))
    : undefined
}

/** The tab of the screen that is open. */
export function useCurrentTab(viewerId: string | undefined): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const opened = useRef<string>(undefined)
  const tab = tabOf(path, viewerId, opened.current)
  opened.current = tab
  return tab
}
