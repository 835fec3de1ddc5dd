import { writeFile } from 'node:fs/promises'
import { toChart } from './chart.ts'
import { type Results, toMarkdown } from './report.ts'

const here = (file: string) => new URL(file, import.meta.url)

/** Write the results beside this file: as a page, with all values, and as a chart. */
export async function saveResults(results: Results): Promise<void> {
  await writeFile(here('RESULTS.md'), toMarkdown(results))
  await writeFile(here('results.json'), `${JSON.stringify(results, null, 2)}\n`)
  if (results.scaling) await writeFile(here('chart.svg'), toChart(results.scaling))
}
