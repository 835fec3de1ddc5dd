import * as v from 'valibot'

/** An object without other fields, so that a misspelt one is not ignored. */
export const exactly = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, message }) =>
    expected === 'never' ? 'is not a known field' : message,
  )

/** A whole number from `min` to `max`. */
export const between = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
