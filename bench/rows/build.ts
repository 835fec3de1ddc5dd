import { spawnSync } from 'node:child_process'
import type { Benchmark } from '../bench.ts'
import type { Measurement } from '../measurement.ts'
import { buildApp } from '../sites.ts'

/** The time that developers wait. */
export const build: Benchmark = {
  id: 'build',
  sites: [],
  measure: async (bench) => {
    const values = []
    for (let run = 0; run < bench.runs(5, 2); run++) values.push(await buildApp())
    const builds: Measurement = { what: 'Build', unit: 's', values, budget: { atMost: 5 } }
    if (!bench.all) return [builds]
    const tests: Measurement = {
      what: 'Whole npm test',
      unit: 's',
      values: [secondsOfTests()],
      budget: { atMost: 300 },
    }
    return [builds, tests]
  },
}

/** @throws Error if a test fails: the time to a failure means nothing */
function secondsOfTests(): number {
  const start = performance.now()
  const { status } = spawnSync('npm', ['test'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('npm test failed')
  return (performance.now() - start) / 1000
}
