/** The value below which the share `p` (0 to 1) of the values lies, interpolated between neighbours. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * p
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  // The difference of two infinite values is not a number.
  return below === above ? below : below + (above - below) * (at % 1)
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value of a row: the share of all values that are not above it. */
const SHARES = { median: 0.5, p95: 0.95, p98: 0.98, p99: 0.99, worst: 1 }

/** A limit for the value of a row: a figure, that many times the peer's value, or so much more than it. */
export type Budget = [sign: '≤' | '≥', figure: number, of?: 'x' | 'more']

/** One line of the results. */
export type Measurement = {
  what: string
  unit: 'ms' | 's' | 'kB' | 'MB' | 'points' | '/s' | '%'
  /** The median by default. */
  counts?: keyof typeof SHARES
  /** One value per run, in `unit`; infinite after a time limit. */
  values: number[]
  /** The same, or the floor of it, measured in the same run. */
  peer?: { what: string; values: number[] }
  budget?: Budget
}

/**
 * The median of the app's values divided by that of the peer's. None where the difference counts: the peer's value may
 * be almost 0.
 */
export function ratioOf({ values, peer, budget }: Measurement): number | undefined {
  if (!peer || budget?.[2] === 'more') return undefined
  const ratio = median(values) / median(peer.values)
  return Number.isNaN(ratio) ? undefined : ratio
}

/** @returns the value that counts, its limit, and whether it is met; without a budget only the value */
export function judge({ values, counts = 'median', budget, peer }: Measurement): {
  value: number
  limit?: string
  met?: boolean
} {
  const value = percentile(values, SHARES[counts])
  if (!budget) return { value }
  const [sign, figure, of] = budget
  const theirs = percentile(peer?.values ?? [], SHARES[counts])
  const limit = of === 'x' ? figure * theirs : of === 'more' ? figure + theirs : figure
  const met = sign === '≥' ? value >= limit : value <= limit
  return { value, limit: [sign, figure, of].filter(Boolean).join(' '), met }
}

/** A ratio that got worse by more than this factor is a regression. */
const TOLERANCE = 4 / 3

/**
 * Compares the ratios of a run with those of an earlier one. Times of different machines do not compare; ratios to
 * something measured in the same run do.
 * @returns a line for each ratio that got worse by more than a third
 */
export function findRegressions(
  earlier: readonly Measurement[],
  now: readonly Measurement[],
): string[] {
  const lines = now.flatMap((row) => {
    const old = earlier.find(({ what }) => what === row.what)
    const [before, after] = [old && ratioOf(old), ratioOf(row)]
    if (!before || !Number.isFinite(before) || after === undefined) return []
    // A budget says which direction is better. Rates are better when they are higher.
    const isRate = row.budget ? row.budget[0] === '≥' : row.unit === '/s'
    const factor = isRate ? before / after : after / before
    const ratio = `${after.toFixed(2)} x ${row.peer?.what}; committed: ${before.toFixed(2)} x`
    return factor > TOLERANCE ? [`WORSE: ${row.what}: ${ratio}`] : []
  })
  return [...new Set(lines)]
}
