/*
 * The errors that the page recognizes by their text. Separate from the catalogue (errors.ts), which the page
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
