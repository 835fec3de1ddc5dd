import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import runLighthouse from 'lighthouse'
import type { Benchmark } from '../bench.ts'
import { launch } from '../browser.ts'
import { interleave, type Measurement, type Unit } from '../measurement.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
type Result = Record<Category | 'lcp' | 'tbt' | 'cls', number>

/** Lighthouse with its default mobile settings (simulated slow 4G, 4x CPU) on the landing screen. */
export const lighthouse: Benchmark = {
  id: 'lighthouse',
  sites: ['app', 'floor'],
  measure: async ({ sites: { app, floor }, runs }) => {
    const [us = [], least = []] = await interleave(
      runs(5, 1),
      () => audit(app.url),
      () => audit(floor.url),
    )
    const row = (what: string, unit: Unit, key: keyof Result, atMost?: number): Measurement => ({
      what: `Lighthouse, mobile, landing: ${what}`,
      unit,
      values: us.map((result) => result[key]),
      budget: atMost === undefined ? { atLeast: 100 } : { atMost },
      beside: {
        what: 'one line of text by the same libraries',
        values: least.map((one) => one[key]),
      },
    })
    return [
      ...CATEGORIES.map((category) => row(category, 'points', category)),
      row('LCP', 's', 'lcp', 1.6),
      row('TBT', 'ms', 'tbt', 30),
      row('CLS', '', 'cls', 0.005),
    ]
  },
}

/** Each audit has its own browser: caches of an earlier run would speed it up. */
async function audit(url: string): Promise<Result> {
  const port = await freePort()
  const browser = await launch(port)
  try {
    const result = await runLighthouse(url, { port, logLevel: 'error' })
    if (!result) throw new Error('Lighthouse returned no result')
    const { categories, audits } = result.lhr
    const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
    const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcp: figure('largest-contentful-paint') / 1000,
      tbt: figure('total-blocking-time'),
      cls: figure('cumulative-layout-shift'),
    }
  } finally {
    await browser.close()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
