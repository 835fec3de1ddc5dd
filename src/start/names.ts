import { scoped } from '../pwa/scoped.ts'

/**
 * The first screen as HTML, inert: for visitors the landing screen, for users their last home screen, or else the bars with
 * placeholders. It is the value of the attribute `data-first-screen` until React has rendered in its place.
 */
export type FirstScreen = 'landing' | 'skeleton' | 'last'
export const FIRST_SCREEN = 'data-first-screen'

/** Keys in local storage that are read before any script of the app. */
export const THEME_KEY: string = scoped('gearheads-theme')
export const TOKEN_KEY: string = scoped('gearheads-token')
/**
 * The data and the HTML of the last home screen. Not in IndexedDB, because opening a database takes longer than the rest
 * of the start. Logout clears it with everything else there.
 */
export const LAST_KEY: string = scoped('gearheads-last')

/** What is under {@link LAST_KEY}, as far as the first screen needs it. */
export type SavedScreen = {
  build: string
  session: string
  html?: string
}

/** Under a path: `keys` while the databases of an earlier build have to be copied, then `all`. */
export const MOVED_KEY: string = scoped('gearheads-moved')

declare global {
  /** Set by `head.ts` for the scripts in the page that follow. */
  var hasToken: boolean
  /** Set by `main.tsx`: finds a newer build when a script of this one cannot be had. */
  var recover: (() => Promise<void>) | undefined
  var saved: { token?: string | null; last?: SavedScreen | null }
}
