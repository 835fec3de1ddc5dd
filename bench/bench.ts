import { parseArgs } from 'node:util'
import type { Browser } from 'playwright'
import { launch } from './browser.ts'
import { judge, type Measurement } from './measurement.ts'
import type { Outcome } from './report.ts'
import type { Host, SiteName, Sites } from './sites.ts'

/** The tools of a benchmark. */
export type Bench = {
  /** The browser of this benchmark, launched at the first call. */
  browser(): Promise<Browser>
  /** The hosts of the sites that the benchmark names. */
  sites: Record<SiteName, Host>
  /** The number of runs: fewer in a quick run. */
  runs(full: number, quick: number): number
  all: boolean
}

/** Measures one or a few related rows of the table of budgets. */
export type Benchmark = {
  /** The name for `npm run bench -- --only <id>`. */
  id: string
  sites: SiteName[]
  /** Takes minutes: runs only when it is named, or with `--all`. */
  takesLong?: boolean
  measure(bench: Bench): Promise<Measurement[]>
}

export type Options = {
  /** The ids of the benchmarks to run; all if empty. */
  only: string[]
  /** Fewer runs: to find regressions, not to be quoted. */
  quick: boolean
  /** Also runs benchmarks that take minutes, and `npm test`. */
  all: boolean
}

/** @throws Error that names the unknown option or benchmark */
export function readOptions(args: string[], ids: readonly string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
  })
  const only = values.only.flatMap((text) => text.split(','))
  const unknown = only.filter((id) => !ids.includes(id))
  if (unknown.length > 0)
    throw new Error(`There is no row ${unknown.join(', ')}. There are: ${ids.join(', ')}`)
  return { ...values, only }
}

/** Whether to run a benchmark. One that takes long has to be named, unless all are requested. */
export function isWanted(
  { id, takesLong }: Pick<Benchmark, 'id' | 'takesLong'>,
  { only, all }: Options,
): boolean {
  return only.length === 0 ? all || !takesLong : only.includes(id)
}

/** Runs one benchmark. The results report a failure, and the other benchmarks still run. */
export async function measure(
  { id, sites: names, measure }: Benchmark,
  sites: Sites,
  { quick, all }: Options,
): Promise<Outcome> {
  console.warn(`Measuring ${id} …`)
  let browser: Promise<Browser> | undefined
  try {
    const measured = await measure({
      sites: await sites.open(names),
      all,
      runs: (full, few) => (quick ? few : full),
      browser: () => {
        browser ??= launch()
        return browser
      },
    })
    return { id, rows: measured.map(judge) }
  } catch (error) {
    console.error(error)
    return { id, rows: [], failed: String(error) }
  } finally {
    await (await browser)?.close()
  }
}
