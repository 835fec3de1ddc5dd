import * as v from 'valibot'
import { fold } from './words.ts'

/** The `_id` of a row. */
export const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** An object without other fields, so that a misspelt one is not ignored. */
export const exactly = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, message }) =>
    expected === 'never' ? 'is not a known field' : message,
  )

/** A text of at most `max` UTF-16 code units. */
export const textUpTo = (max: number) => v.pipe(v.string(), v.maxLength(max, tooLong(max)))

/** At most `max` code points, before and after the text is folded: one character can become eighteen. */
export const codePointsUpTo = (max: number) =>
  v.check<string, string>((text) => {
    const isShort = (one: string) => one.length <= 2 * max && [...one].length <= max
    return isShort(text) && isShort(fold(text))
  }, tooLong(max))

/** The rule in words. Without Intl, which takes long to load. */
export function tooLong(max: number): string {
  return `must be at most ${String(max).replace(/\B(?=(\d{3})+$)/g, ',')} characters`
}

/** A whole number from `min` to `max`. */
export const between = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
