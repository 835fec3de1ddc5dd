/** How much of a request an error text repeats, in characters. */
const MAX_QUOTED = 200

/** A part of a request for an error text, cut to `max` characters. */
export function quote(text: string, max = MAX_QUOTED): string {
  if (text.length <= max) return text
  // Half an emoji at the end would be no valid text.
  return `${text.slice(0, max - 1).toWellFormed()}…`
}
