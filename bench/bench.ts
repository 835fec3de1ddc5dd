import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import config from '../playwright.config.ts'
import type { Measurement } from './measurement.ts'
import { hostOf, type SiteName } from './sites.ts'

/** The values of one run, or of all runs, by name: `side.key`. */
export type Samples<Value = number[]> = Record<string, Value>

/** A row of the table. `app` and `peer` name its values in the samples. */
export type Row = [
  what: string,
  unit: Measurement['unit'],
  app: string,
  peer?: string,
  budget?: Measurement['budget'],
  counts?: Measurement['counts'],
]

/** Rows that are measured together. */
export type Benchmark = {
  /** The name for `npm run bench -- --only <id>`. */
  id: string
  runs: number
  /** Takes so long that only `--only` runs it. */
  alone?: true
  measure(bench: Bench): Promise<Samples>
  rows: Row[]
}

/** The sides of the samples that the app is compared with. */
const PEERS: Record<string, string> = {
  floor: 'the libraries alone',
  stock: 'stock MSW',
  empty: 'an empty reply',
  few: '10 posts',
  handful: '10 people',
  single: 'three photos, one after another',
  small: '50 members',
  medium: '500 members',
  fastify: 'Fastify with node:sqlite',
  pg: 'Fastify with pg',
}

/** @throws Error for a row without values */
export function toMeasurements(rows: readonly Row[], samples: Samples): Measurement[] {
  const get = (key: string) => {
    const values = samples[key]
    if (!values?.length) throw new Error(`There are no values of ${key}`)
    // Microseconds are exact enough.
    return values.map((value) => Math.round(value * 1000) / 1000)
  }
  return rows.map(([what, unit, app, peer, budget, counts]) => {
    const [side = ''] = peer?.match(/[a-z]+/) ?? []
    const theirs = peer ? { what: PEERS[side] ?? side, values: get(peer) } : undefined
    return { what, unit, counts, values: get(app), peer: theirs, budget }
  })
}

/** In px, as in Lighthouse's mobile audit. */
const PHONE = { width: 412, height: 823 }

/** The tools of a benchmark: one browser, and as many devices as it needs. */
export class Bench {
  readonly runs: number
  #browser: Promise<Browser> | undefined

  constructor(runs: number) {
    this.runs = runs
  }

  /** A page of a device without any stored data. @param at a site, or any address */
  async device(at: SiteName | URL): Promise<Page> {
    const baseURL = at instanceof URL ? at.href : (await hostOf(at)).url
    this.#browser ??= chromium.launch(config.use?.launchOptions)
    const context = await (await this.#browser).newContext({ baseURL, viewport: PHONE })
    context.setDefaultTimeout(60_000)
    return context.newPage()
  }

  /**
   * Runs `work` in a new tab of a device, or on a new device, and closes that. A slow page occupies a core even while it is
   * idle, because the browser slows it down by spinning: only one at a time, or they slow down everything else.
   * @param cpu slows down the thread of the page; the browser cannot slow down workers
   */
  async visit<Result>(
    where: Page | SiteName,
    work: (page: Page) => Promise<Result>,
    cpu = 4,
  ): Promise<Result> {
    const isNew = typeof where === 'string'
    const page = isNew ? await this.device(where) : await where.context().newPage()
    const devtools = await page.context().newCDPSession(page)
    // Detaching would end the slowdown.
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    try {
      return await work(page)
    } finally {
      const closing = isNew ? page.context().close() : page.close()
      // Chromium sometimes never reports the end while a worker is being installed.
      await Promise.race([closing, setTimeout(10_000, undefined, { ref: false })])
    }
  }

  /** Takes a sample of each side in turn (ABAB), so that noise of the machine affects all of them. */
  async sample(
    sides: Record<string, () => Promise<Samples<number | number[]>>>,
    runs = this.runs,
  ): Promise<Samples> {
    const samples: Samples = {}
    for (let run = 0; run < runs; run++) {
      for (const [side, take] of Object.entries(sides)) {
        for (const [key, value] of Object.entries(await take())) {
          const name = `${side}.${key}`
          samples[name] = [...(samples[name] ?? []), value].flat()
        }
      }
    }
    return samples
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close()
  }
}
