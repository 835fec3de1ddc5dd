/**
 * The values of JSON text that parsing changes (R14.37): a number that a double does not hold, and a key that comes again.
 * Each as a sentence, at most `max`.
 */
export function changesOf(text: string, max = 3): string[] {
  const found: string[] = []
  const keys: (Set<string> | undefined)[] = []
  for (const [token, isKey, number] of text.matchAll(TOKEN)) {
    if (found.length >= max) break
    if (token === '{') keys.push(new Set())
    else if (token === '[') keys.push(undefined)
    else if (token === '}' || token === ']') keys.pop()
    else if (number !== undefined && !isExact(number))
      found.push(`${brief(number)} is sent as ${JSON.stringify(Number(number))}`)
    else if (isKey !== undefined) {
      const key = parsed(token.slice(0, token.lastIndexOf('"') + 1))
      if (keys.at(-1)?.has(key))
        found.push(`of the key ${JSON.stringify(brief(key))}, the last value is sent`)
      keys.at(-1)?.add(key)
    }
  }
  return found
}

/** Texts with and without a colon, numbers, and brackets. Everything else says nothing here. */
const TOKEN = /"(?:\\[\s\S]|[^"\\])*"(\s*:)?|(-?\d[\d.eE+-]*)|[[\]{}]/g

const brief = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

function parsed(text: string): string {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether a double written in full is the number that was typed. */
export function isExact(number: string): boolean {
  const value = Number(number)
  return (
    Number.isFinite(value) && !Object.is(value, -0) && decimal(number) === decimal(String(value))
  )
}

/** The digits without zeros at both ends, and the power of ten. */
function decimal(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(number) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return significant ? `${sign}${significant}e${power}` : '0'
}

/** Whether JSON has a number that JavaScript changes. Digits in texts are none. */
export const hasInexact = (text: string): boolean =>
  text.matchAll(TOKEN).some(([, , number]) => number !== undefined && !isExact(number))
