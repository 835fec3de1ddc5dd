/** The taps of a double tap are closer together. */
const DOUBLE_TAP_MS = 350

/**
 * For a control whose second press does something else than the first. A double click or double tap is one gesture, so
 * its second click does not count; a click by the keyboard, which has no click count, always does.
 * @returns whether a click on the control belongs to the gesture of the click before it
 */
export function gesture() {
  let last = Number.NEGATIVE_INFINITY
  return ({ detail, timeStamp }: Pick<UIEvent, 'detail' | 'timeStamp'>): boolean => {
    if (detail === 0) return false
    const isSecond = detail > 1 || timeStamp - last < DOUBLE_TAP_MS
    last = timeStamp
    return isSecond
  }
}
