import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'

/** The screens that the bars link to. All others but /mock and the 404 page are opened from one of them. */
const TABS = ['/homePage', '/bookMarkPage', '/explore', '/settings']
const DEEP = /^\/(post|profilePage)\//

/**
 * Returns the path of the tab that a screen belongs to: its own, or for a deep screen, such as a post, the tab
 * from which it was opened. After a cold start a post belongs to Home, and the profile of another user to none.
 * @param opened the tab of the previous screen
 */
export function tabOf(path: string, ownProfile: string, opened?: string): string | undefined {
  if (TABS.includes(path) || path === ownProfile) return path
  return DEEP.test(path)
    ? (opened ?? (path.startsWith('/post/') ? '/homePage' : undefined))
    : undefined
}

/** The tab of the screen that is open. */
export function useCurrentTab(viewerId: string | undefined): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const opened = useRef<string>(undefined)
  const tab = tabOf(path, `/profilePage/${viewerId}`, opened.current)
  opened.current = tab
  return tab
}
