import { median, type Spread, spread } from './stats.ts'

export type Unit =
  | 'ms'
  | 's'
  | 'kB'
  | 'MB'
  | 'files'
  | 'points'
  | 'nodes'
  | 'routes'
  | 'px'
  | 'x'
  | ''

type Budget = { atMost: number } | { atLeast: number }

/** What is measured at the same time, to compare with. */
type Beside = { what: string; values: number[] }

/** One line of the results: a value a run, in `unit`. */
export type Measurement = {
  what: string
  unit: Unit
  values: number[]
  /** Which value is held against the budget: the median, unless it is the worst. */
  counts?: 'median' | 'worst'
  budget?: Budget
  beside?: Beside
  /** What a reader must know to read it right. */
  note?: string
}

export type Judged = Measurement & {
  value: number
  spread: Spread
  /** `undefined` where there is no budget. */
  met?: boolean
  /** How many times as much as ours the value beside it is. */
  ratio?: number
}

/** Work out the value that counts, and hold it against its budget. */
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
