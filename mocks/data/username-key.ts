/** Code points that show nothing by themselves: zero-width spaces, marks of direction, fillers. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The form in which usernames are compared (R3.4): NFKC, lower case, trimmed and without
 * invisible code points, as in NFKC_Casefold (UAX #31). It does not depend on the locale.
 */
export function usernameKey(username: string): string {
  const lower = username.toWellFormed().normalize('NFKC').toLowerCase()
  return lower.replace(INVISIBLE, '').normalize('NFKC').trim()
}
