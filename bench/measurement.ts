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

/** From this number of values on, the spread leaves out the outermost ones. */
const MANY = 10

export type Spread = { low: number; high: number; of: 'min–max' | 'p10–p90' }

/** The range of all values if they are few, else of the middle 80 %. */
export function spread(values: readonly number[]): Spread {
  if (values.length < MANY)
    return { low: Math.min(...values), high: Math.max(...values), of: 'min–max' }
  return { low: percentile(values, 0.1), high: percentile(values, 0.9), of: 'p10–p90' }
}

/** Runs each of `works` in turn, `times` times (ABAB), so that noise of the machine affects all of them. */
export async function interleave<Result>(
  times: number,
  ...works: (() => Promise<Result>)[]
): Promise<Result[][]> {
  const results: Result[][] = works.map(() => [])
  for (let round = 0; round < times; round++) {
    for (const [index, work] of works.entries()) results[index]?.push(await work())
  }
  return results
}

export type Unit = 'ms' | 's' | 'kB' | 'MB' | 'points' | 'nodes' | 'x' | ''

type Budget = { atMost: number } | { atLeast: number }

/** One line of the results: one value per run, in `unit`. */
export type Measurement = {
  what: string
  unit: Unit
  values: number[]
  /** The value that is compared with the budget: the median by default. */
  counts?: 'median' | 'worst'
  budget?: Budget
  /** The same measured in the same run for something else, such as a peer. */
  beside?: { what: string; values: number[] }
  note?: string
}

export type Judged = Measurement & {
  value: number
  spread: Spread
  /** Undefined without a budget. */
  met?: boolean
  /** The median of `beside` divided by `value`. */
  ratio?: number
}

/** Computes the value that counts and compares it with its budget. */
export function judge(measured: Measurement): Judged {
  const { values, budget, beside, counts } = measured
  const value = counts === 'worst' ? Math.max(...values) : median(values)
  return {
    ...measured,
    value,
    spread: spread(values),
    met: budget && isMet(value, budget),
    ratio: beside && median(beside.values) / value,
  }
}

function isMet(value: number, budget: Budget): boolean {
  return 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast
}

/** A ratio that got worse by more than this factor is a regression. */
const TOLERANCE = 4 / 3

/**
 * Compares the ratios of a run with those of an earlier one. Times of different machines do not compare;
 * ratios to something measured in the same run do.
 * @returns a line for each ratio that got worse by more than a third
 */
export function findRegressions(earlier: readonly Judged[], now: readonly Judged[]): string[] {
  return now.flatMap((row) => {
    const before = earlier.find(({ what }) => what === row.what)?.ratio
    const { ratio, budget } = row
    // JSON stores an infinite ratio as null.
    if (!before || !ratio || !Number.isFinite(before) || !Number.isFinite(ratio)) return []
    const isHigherBetter = budget !== undefined && 'atLeast' in budget
    const factor = isHigherBetter ? ratio / before : before / ratio
    return factor > TOLERANCE
      ? [`${row.what}: theirs ÷ ours was ${before.toFixed(2)}, is ${ratio.toFixed(2)}`]
      : []
  })
}
