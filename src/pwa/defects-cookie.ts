/*
 * The planted defects, in a cookie: the page knows them when it starts, without a request, and is notified of changes by any
 * tab. The worker, which has the settings, sets it (`worker/mark-defects.ts`).
 */

const APP = `${location.port}${import.meta.env.BASE_URL}`.replace(/\W+/g, '-')

/** Ports share cookies, so the name has the port. With this prefix, no other host can set it (RFC 6265bis). */
export const DEFECTS_COOKIE = `__Host-gearheads-defects-${APP}`

/** The ids in the value of the cookie. */
export const idsIn = (value: string): string[] => value.split('.').filter(Boolean)

export const toCookie = (ids: readonly string[]): string => ids.join('.')
