import type { Browser } from 'playwright'
import type { Bench, Benchmark } from './bench.ts'
import { SCALING } from './benchmarks.ts'
import { launch } from './browser.ts'
import { judge } from './measurement.ts'
import type { Options } from './options.ts'
import type { Outcome } from './report.ts'
import { measureScaling } from './scaling.ts'
import type { ScalingRow } from './scaling-costs.ts'
import type { Sites } from './sites.ts'

/** Run one benchmark. One that fails is told of in the results, and does not stop those after it. */
export async function measure(
  { id, sites: names, measure }: Benchmark,
  sites: Sites,
  options: Options,
): Promise<Outcome> {
  console.warn(`Measuring ${id} …`)
  try {
    const hosts = await sites.open(names)
    const measured = await withBench(hosts, options, measure)
    return { id, rows: measured.map(judge) }
  } catch (error) {
    console.error(error)
    return { id, rows: [], failed: String(error) }
  }
}

export async function measureCosts(sites: Sites, options: Options): Promise<ScalingRow[]> {
  console.warn(`Measuring ${SCALING} …`)
  return withBench(await sites.open(['app']), options, measureScaling)
}

async function withBench<Result>(
  sites: Bench['sites'],
  { quick, all }: Options,
  work: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  let browser: Promise<Browser> | undefined
  try {
    return await work({
      sites,
      all,
      runs: (full, few) => (quick ? few : full),
      browser: () => {
        browser ??= launch()
        return browser
      },
    })
  } finally {
    await (await browser)?.close()
  }
}
