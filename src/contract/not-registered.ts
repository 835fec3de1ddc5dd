/**
 * The answer to a log-in with an unknown username, and to an auth call whose token is missing or not valid
 * (R11.8). In a file of its own: the page looks for it from the start, and for no other line of the catalogue.
 */
export const notRegistered = {
  status: 404,
  text: 'The username you entered is not Registered. Not Found error',
} as const
