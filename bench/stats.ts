/** The value below which the share `p` (0 to 1) of the values lies, interpolated between neighbours. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * p
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  // Of two that are infinite the difference is none.
  return below === above ? below : below + (above - below) * (at % 1)
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Of so many values the outermost are left out of the spread. */
const MANY = 10

export type Spread = { low: number; high: number; of: 'min–max' | 'p10–p90' }

/** How far the values lie apart: all of them if they are few, else the middle 80 %. */
export function spread(values: readonly number[]): Spread {
  if (values.length < MANY)
    return { low: Math.min(...values), high: Math.max(...values), of: 'min–max' }
  return { low: percentile(values, 0.1), high: percentile(values, 0.9), of: 'p10–p90' }
}
