/**
 * The error of a log-in with an unknown username, and of an auth call without a valid token (R11.8). In its own file,
 * because it is the only text of the catalogue that the page needs from the start.
 */
export const notRegistered = {
  status: 404,
  text: 'The username you entered is not Registered. Not Found error',
} as const
