import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sqliteStore } from '../../../server/adapters/sqlite.ts'
import { idbStore } from '../../data/adapters/indexeddb.ts'
import { callNames } from '../../testing/examples.ts'
import { fastHashes } from '../../testing/fast-hashes.ts'
import { contentsOf } from '../../testing/stores.ts'
import { pinnedSeeds } from './pinned-seeds.ts'
import { play, tally } from './play.ts'
import { steps } from './steps.ts'
import { watchedStore } from './watched-store.ts'

/** Sequences of up to 80 requests each. `GEARHEADS_RUNS=5000 npm run test:unit -- mocks/conformance/model/model.test.ts` */
const RUNS = Number(process.env.GEARHEADS_RUNS ?? 12)
const LONG = 24 * 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fastHashes()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const setClock = (seconds: number) => void vi.setSystemTime(seconds * 1000)
const inMemory = fc.asyncProperty(steps(80), (all) => play(all, watchedStore(), setClock))
const inIndexedDb = fc.asyncProperty(steps(80), async (all) => {
  const store = watchedStore(idbStore(crypto.randomUUID()))
  await play(all, store, setClock)
  expect(await contentsOf(store)).toHaveLength(store.entries.size)
})
const inSqlite = fc.asyncProperty(steps(80), async (all) => {
  const store = sqliteStore(':memory:')
  await play(all, watchedStore(store), setClock)
  store.close()
})

// On failure fast-check prints the seed and the shortest failing sequence: add the seed to pinned-seeds.ts.
test(
  'the mock replies and stores as the model predicts, for random requests',
  () => fc.assert(inMemory, { numRuns: RUNS }),
  LONG,
)

test(
  'the mock also does so over IndexedDB',
  () => fc.assert(inIndexedDb, { numRuns: Math.ceil(RUNS / 8) }),
  LONG,
)

test(
  'the mock also does so over SQLite',
  () => fc.assert(inSqlite, { numRuns: Math.ceil(RUNS / 4) }),
  LONG,
)

test.each(pinnedSeeds)(
  'the mock matches the model with seed $seed, which found: $found',
  ({ seed }) => fc.assert(inMemory, { seed, numRuns: 12 }),
)

// The seeds above are fixed, so the sequences reach the same calls in every run.
test('every call succeeded in those sequences', () => {
  const never = callNames.filter((name) => !tally[name]?.[0])
  expect(never).toEqual([])
  const counts = Object.values(tally)
  const [answered, refused] = [0, 1].map((at) =>
    counts.reduce((sum, one) => sum + (one[at] ?? 0), 0),
  )
  // biome-ignore lint/suspicious/noConsole: the statistics of a long run
  if (process.env.GEARHEADS_RUNS) console.info(`${answered} answered, ${refused} refused`, tally)
})
