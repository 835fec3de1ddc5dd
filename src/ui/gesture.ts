/** The taps of a double tap are closer together. */
const DOUBLE_TAP_MS = 350

/**
 * For a control whose second press does something else than the first. A double click or double tap is one gesture, so
 * its second click does not count; a click by the keyboard, which has no click count, always does. Browsers count the
 * clicks of a mouse, but not all count taps.
 * @returns whether a click on the control belongs to the gesture of the click before it
 */
export function gesture() {
  let last = Number.NEGATIVE_INFINITY
  return ({ detail, timeStamp, pointerType }: Click): boolean => {
    if (detail === 0) return false
    const isSecond = detail > 1 || (pointerType !== 'mouse' && timeStamp - last < DOUBLE_TAP_MS)
    last = timeStamp
    return isSecond
  }
}

/** In browsers whose `click` is no `PointerEvent`, without a type. */
type Click = Pick<MouseEvent, 'detail' | 'timeStamp'> & { pointerType?: string }
