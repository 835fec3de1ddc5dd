import type { Browser } from 'playwright'
import type { SiteName } from './builds.ts'
import type { Host } from './host.ts'
import type { Measurement } from './measurement.ts'

/** What a benchmark works with. */
export type Bench = {
  /** The browser of this benchmark; started when it is first asked for. */
  browser(): Promise<Browser>
  /** The hosts of the sites it asked for. */
  sites: Record<SiteName, Host>
  /** How often to measure: fewer times when it is only to see that all goes well. */
  runs(full: number, quick: number): number
  /** Whether to measure what takes long too. */
  all: boolean
}

/** Measures one row, or a few that belong together, of the table of budgets. */
export type Benchmark = {
  /** As in `npm run bench -- --only <id>`. */
  id: string
  sites: SiteName[]
  /** Minutes: measured when it is named, and with `--all`. */
  takesLong?: boolean
  measure(bench: Bench): Promise<Measurement[]>
}

/** Do each of `works` in turn, `times` times over (ABAB), so that the noise of the machine hits all. */
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
