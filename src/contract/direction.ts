/** Letters of scripts that are written from right to left. */
const RTL = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
const STARTS_RTL = new RegExp(String.raw`^\P{L}*[${RTL}]`, 'u')
const CONTROLS = String.raw`\u202a-\u202e\u2066-\u2069`
const HAS_DIRECTION = new RegExp(`[${RTL}${CONTROLS}]`, 'u')

/** The direction of the first letter, as `dir="auto"` finds it. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  return STARTS_RTL.test(text) ? 'rtl' : 'ltr'
}

/**
 * A name for a sentence of the app, whose other words and numbers it must not move: between the controls that isolate it
 * (UAX #9, 2.4), if it is in a right-to-left script. In markup, a name on its own is a `<bdi>`.
 */
export function isolatedName(name: string): string {
  if (!HAS_DIRECTION.test(name)) return name
  return `\u2068${name.replace(new RegExp(`[${CONTROLS}]`, 'g'), '')}\u2069`
}
