/** `npm run bench`: builds and measures, compares with the committed results, and writes new ones. */
import { readFile, writeFile } from 'node:fs/promises'
import { type Benchmark, isWanted, measure, readOptions } from './bench.ts'
import { chromiumVersion } from './browser.ts'
import { findRegressions } from './measurement.ts'
import { describeMachine, type Outcome, type Results, toMarkdown } from './report.ts'
import { build } from './rows/build.ts'
import { club } from './rows/club.ts'
import { interactions } from './rows/interactions.ts'
import { lighthouse } from './rows/lighthouse.ts'
import { like, longFeed } from './rows/long-lists.ts'
import { coldWorker, latency } from './rows/replies.ts'
import { scaling } from './rows/scaling.ts'
import { soak } from './rows/soak.ts'
import { coldStart, firstVisit } from './rows/start.ts'
import { Sites } from './sites.ts'

/** In the order of the report. */
const benchmarks: Benchmark[] = [
  lighthouse,
  firstVisit,
  latency,
  like,
  interactions,
  longFeed,
  coldStart,
  coldWorker,
  scaling,
  build,
  club,
  soak,
]

// Playwright closes its browsers on SIGTERM, but does not end the process.
process.once('SIGTERM', () => process.exit(143))

const fileHere = (name: string) => new URL(name, import.meta.url)
const rowsOf = (outcomes: Outcome[]) => outcomes.flatMap(({ rows }) => rows)

const ids = benchmarks.map(({ id }) => id)
const options = readOptions(process.argv.slice(2), ids)
const committed: Results = JSON.parse(await readFile(fileHere('results.json'), 'utf8'))

const results: Results = {
  date: new Date().toISOString().slice(0, 10),
  quick: options.quick,
  machine: { ...describeMachine(), chromium: await chromiumVersion() },
  outcomes: [],
}
const sites = new Sites()
const start = performance.now()
try {
  for (const benchmark of benchmarks.filter((one) => isWanted(one, options)))
    results.outcomes.push(await measure(benchmark, sites, options))
} finally {
  await sites.stop()
}
process.stdout.write(toMarkdown(results))
console.warn(`Took ${Math.round((performance.now() - start) / 1000)} s.`)

// Only a full run of all rows replaces the committed results.
if (options.only.length === 0 && !options.quick) {
  await writeFile(fileHere('RESULTS.md'), toMarkdown(results))
  await writeFile(fileHere('results.json'), `${JSON.stringify(results, null, 2)}\n`)
}
const regressions = findRegressions(rowsOf(committed.outcomes), rowsOf(results.outcomes))
for (const line of regressions) console.error(`Worse than the committed results: ${line}`)
if (regressions.length > 0 || results.outcomes.some(({ failed }) => failed)) process.exitCode = 1
