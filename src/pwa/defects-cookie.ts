/*
 * The planted defects, in a cookie: the page knows them when it starts, without a request. The worker, which has the settings,
 * sets it (`worker/mark-defects.ts`) and then publishes them to open pages. Not the `change` event of `cookieStore`: some pages
 * never get it, or get it before `document.cookie` has the value (Chromium 156).
 */

/** The BroadcastChannel on which the worker publishes {@link PublishedDefects}. */
export const DEFECTS_CHANNEL = 'gearheads-defects'

/** The ids of the planted defects, and whether the settings were changed, or only read. */
export type PublishedDefects = { ids: string[]; isChange: boolean }

const APP = `${location.port}${import.meta.env.BASE_URL}`.replace(/\W+/g, '-')

/** Ports share cookies, so the name has the port. With this prefix, no other host can set it (RFC 6265bis). */
export const DEFECTS_COOKIE = `__Host-gearheads-defects-${APP}`

/** The ids in the value of the cookie. */
export const idsIn = (value: string): string[] => value.split('.').filter(Boolean)

export const toCookie = (ids: readonly string[]): string => ids.join('.')
