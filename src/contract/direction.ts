const RIGHT_TO_LEFT = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const HAS_DIRECTION = new RegExp(`[${RIGHT_TO_LEFT}]|${BIDI_CONTROLS.source}`, 'u')
const FIRST_IS_RTL = new RegExp(String.raw`^\P{L}*[${RIGHT_TO_LEFT}]`, 'u')

/** The direction of the first letter, as `dir="auto"` finds it. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  return FIRST_IS_RTL.test(text) ? 'rtl' : 'ltr'
}

/**
 * A name for a sentence of the app, whose other words and numbers it must not move: between the controls that isolate it
 * (UAX #9, 2.4), if it is in a right-to-left script. In markup, a name on its own is a `<bdi>`.
 */
export function isolatedName(name: string): string {
  return HAS_DIRECTION.test(name) ? `\u2068${name.replace(BIDI_CONTROLS, '')}\u2069` : name
}
