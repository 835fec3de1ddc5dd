/** A number as people read it: three digits that matter, thousands apart; ∞ for what never came. */
export function toText(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return '∞'
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 4
  return Number(value.toFixed(digits)).toLocaleString('en')
}
