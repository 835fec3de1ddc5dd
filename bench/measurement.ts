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
const SHARES = { median: 0.5, p98: 0.98, worst: 1 }

/** A limit for the value of a row. `atLeast…`: the higher the better. The others compare with the peer's value. */
type Budget =
  | { atMost: number }
  | { atLeast: number }
  | { timesPeer: number }
  | { atLeastTimesPeer: number }
  | { overPeer: number }

/** One line of the results. */
export type Measurement = {
  what: string
  unit: 'ms' | 's' | 'MB' | 'points' | 'nodes' | '%' | '/s' | ''
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
  if (budget && 'overPeer' in budget) return undefined
  const ratio = peer && median(values) / median(peer.values)
  return Number.isNaN(ratio) ? undefined : ratio
}

/** @returns the value that counts, its limit, and whether it is met; without a budget only the value */
export function judge({ values, counts = 'median', budget, peer }: Measurement): {
  value: number
  limit?: string
  met?: boolean
} {
  const [value = Number.NaN, peers = Number.NaN] = [values, peer?.values ?? []].map((all) =>
    percentile(all, SHARES[counts]),
  )
  if (!budget) return { value }
  const [[kind, figure]] = Object.entries(budget) as [[string, number]]
  const limit = kind.endsWith('imesPeer')
    ? figure * peers
    : kind === 'overPeer'
      ? figure + peers
      : figure
  const unit = kind.endsWith('imesPeer') ? ' x' : kind === 'overPeer' ? ' more' : ''
  const met = isHigherBetter(budget) ? value >= limit : value <= limit
  return { value, limit: `${isHigherBetter(budget) ? '≥' : '≤'} ${figure}${unit}`, met }
}

function isHigherBetter(budget: Budget | undefined): boolean {
  return budget !== undefined && ('atLeast' in budget || 'atLeastTimesPeer' in budget)
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
    const factor = isHigherBetter(row.budget) ? before / after : after / before
    const ratio = `${after.toFixed(2)} x ${row.peer?.what}; committed: ${before.toFixed(2)} x`
    return factor > TOLERANCE ? [`WORSE: ${row.what}: ${ratio}`] : []
  })
  return [...new Set(lines)]
}
