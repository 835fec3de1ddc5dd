/*
 * The errors that the page recognizes by their text, or has itself. Separate from the catalogue (errors.ts), which the page
 * does not load.
 */

/** The error of a log-in with an unknown username, and of an auth call without a valid token (R11.8). */
export const notRegistered = {
  status: 404,
  text: 'The username you entered is not Registered. Not Found error',
} as const

/** The error of a call that names an upload which does not exist, or was moved to the image host. */
export const unknownUpload = {
  status: 404,
  text: "This picture doesn't exist. It may have been deleted.",
} as const

/** The error of a call that only the club can answer, without a connection to it. */
export const needsClub = {
  status: 503,
  text: 'This needs a connection to the club. Try again when you are online.',
} as const

/** The browser blocks IndexedDB (R11.30). */
export const noStorage = {
  status: 503,
  text: 'The browser blocked storage, so nothing was changed. Allow this site to store data, or try again.',
} as const

export const storageFull = {
  status: 507,
  text: 'This device is out of storage, so nothing was changed. Free some space and try again.',
} as const
