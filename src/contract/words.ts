/**
 * The characters of words of all scripts, for a class of a regular expression: letters, marks, digits and joiners.
 * Without the marks, a word of Devanagari or Thai would end at its first vowel.
 */
export const WORD = String.raw`\p{L}\p{M}\p{N}\u200c\u200d`

/** Default ignorable code points: zero-width spaces, joiners, direction marks, fillers. */
const INVISIBLE = /\p{DI}/gu

/**
 * The form in which names and texts are compared, in every locale (R3.4, R8.1): trimmed, without invisible code points, in NFKC and
 * with folded case, as in NFKC_Casefold (UAX #31). Both letters i of Turkish are `i`, because its capitals are those of others.
 */
export function fold(text: string): string {
  const visible = text.toWellFormed().normalize('NFKC').replace(INVISIBLE, '')
  // JavaScript has no folding of case: the capitals of ß are SS, those of ı and i the same.
  const lower = visible.toLowerCase().toUpperCase().toLowerCase()
  return lower.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFKC').trim()
}
