/**
 * The first screen as HTML, inert: for visitors the landing screen, for users their last home screen, or else the bars with
 * placeholders. It is the value of the attribute `data-first-screen` until React has rendered in its place.
 */
export type FirstScreen = 'landing' | 'skeleton' | 'last'
export const FIRST_SCREEN = 'data-first-screen'

/** Keys in local storage that are read before any script of the app. */
export const THEME_KEY = 'gearheads-theme'
export const TOKEN_KEY = 'gearheads-token'
/**
 * The data and the HTML of the last home screen. Not in IndexedDB, because opening a database takes longer than the rest
 * of the start. Logout clears it with everything else there.
 */
export const LAST_KEY = 'gearheads-last'

/** What is under {@link LAST_KEY}, as far as the first screen needs it. */
export type SavedScreen = {
  build: string
  session: string
  html?: string
}

declare global {
  /** Set by `head.ts` for the scripts in the page that follow. */
  var hasToken: boolean
  var saved: { token?: string | null; last?: SavedScreen | null }
}
