import runLighthouse from 'lighthouse'
import { chromium } from 'playwright'
import config from '../../playwright.config.ts'
import { LocalServer } from '../../scripts/local-server.ts'
import type { Bench, Samples } from '../bench.ts'
import { hostOf } from '../sites.ts'

/** Lighthouse with its default mobile settings (simulated slow 4G, 4x CPU) on the landing screen. */
export async function lighthouse(bench: Bench): Promise<Samples> {
  const [app, floor] = [await hostOf('app'), await hostOf('floor')]
  return bench.sample({ app: () => audit(app.url), floor: () => audit(floor.url) })
}

/** Each audit has its own browser: caches of an earlier run would speed it up. */
async function audit(url: string): Promise<Samples<number>> {
  const port = await freePort()
  const { args = [], ...options } = config.use?.launchOptions ?? {}
  const browser = await chromium.launch({
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  try {
    const result = await runLighthouse(url, { port, logLevel: 'error' })
    if (!result) throw new Error('Lighthouse returned no result')
    const { categories, audits } = result.lhr
    const scores = Object.entries(categories).map(([id, { score }]) => [
      id,
      Math.round(100 * (score ?? 0)),
    ])
    const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
    return {
      ...Object.fromEntries(scores),
      lcp: figure('largest-contentful-paint') / 1000,
      tbt: figure('total-blocking-time'),
    }
  } finally {
    await browser.close()
  }
}

async function freePort(): Promise<number> {
  const server = new LocalServer(() => undefined)
  await server.start()
  await server.stop()
  return server.port
}
