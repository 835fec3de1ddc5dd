import { BuiltFiles, type Sizes, total } from '../../scripts/built-files.ts'
import type { Benchmark } from '../bench.ts'
import { builtIn } from '../builds.ts'
import type { Measurement } from '../measurement.ts'

const kB = (sizes: Sizes) => total(sizes) / 1000

/** What is downloaded. Exact, so one value is enough; the test suite holds the same budgets. */
export const sizes: Benchmark = {
  id: 'sizes',
  sites: ['app', 'floor', 'stock-msw'],
  measure: async () => {
    const app = new BuiltFiles(builtIn('app'))
    const floor = new BuiltFiles(builtIn('floor'))
    const stock = new BuiltFiles(builtIn('stock-msw'))
    const least = { what: 'React, Router, Query and sonner', values: [scripts(floor)] }
    const msw = { what: "the page's part of stock MSW", values: [scripts(stock)] }
    const { first, all } = app.precache()
    const row = (what: string, value: number, atMost: number, beside?: Measurement['beside']) => ({
      what,
      unit: 'kB' as const,
      values: [value],
      budget: { atMost },
      beside,
    })
    return [
      row('JS before the landing screen is interactive, gz', scripts(app, 'landing'), 125, least),
      row('JS for /homePage in all, gz', scripts(app, 'home'), 150, least),
      row('CSS for landing and /homePage, gz', styles(app, 'landing', 'home'), 10),
      row('Worker script, gz', kB(app.gzipped('sw.js')), 30, msw),
      row('Precache, stage 1, br', kB(first), 200),
      { ...row('Precache, stage 1', Object.keys(first).length, 12), unit: 'files' },
      row('Precache, all, unpacked', kB(all), 1500),
    ]
  },
}

function scripts(built: BuiltFiles, ...names: string[]): number {
  return kB(built.gzipped(...built.scriptsOf(...names)))
}

function styles(built: BuiltFiles, ...names: string[]): number {
  return kB(built.gzipped(...built.stylesOf(...names)))
}
