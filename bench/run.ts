/** `npm run bench`: builds, measures, and writes RESULTS.md, results.json and chart.svg beside itself. */
import { benchmarks, SCALING } from './benchmarks.ts'
import { chromiumVersion } from './browser.ts'
import { describeMachine } from './machine.ts'
import { measure, measureCosts } from './measure.ts'
import { isWanted, readOptions } from './options.ts'
import { type Results, toMarkdown } from './report.ts'
import { saveResults } from './save.ts'
import { Sites } from './sites.ts'

// Playwright closes its browsers then, but lets the process go on.
process.once('SIGTERM', () => process.exit(143))

const options = readOptions(process.argv.slice(2), [...benchmarks.map(({ id }) => id), SCALING])
const { only, quick } = options

const results: Results = {
  date: new Date().toISOString().slice(0, 10),
  quick,
  machine: { ...describeMachine(), chromium: await chromiumVersion() },
  outcomes: [],
}
const sites = new Sites()
const start = performance.now()
try {
  for (const benchmark of benchmarks.filter((one) => isWanted(one, options)))
    results.outcomes.push(await measure(benchmark, sites, options))
  if (isWanted({ id: SCALING }, options)) results.scaling = await measureCosts(sites, options)
} finally {
  await sites.stop()
}
process.stdout.write(toMarkdown(results))
console.warn(`Took ${Math.round((performance.now() - start) / 1000)} s.`)
// A part of the rows is no table of results: whoever measures them again wants to read them.
if (only.length === 0) await saveResults(results)
if (results.outcomes.some(({ failed }) => failed)) process.exitCode = 1
