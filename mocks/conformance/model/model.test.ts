import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sqliteStore } from '../../../server/adapters/sqlite.ts'
import { idbEntries } from '../../store/adapters/indexeddb.ts'
import { serialStore } from '../../store/adapters/memory.ts'
import { watchedStore } from '../../store/adapters/watched.ts'
import { callNames } from '../../testing/examples.ts'
import { fastHashes } from '../../testing/fast-hashes.ts'
import { valuesUnder } from '../../testing/stores.ts'
import { pinnedSeeds } from './pinned-seeds.ts'
import { play, tally } from './play.ts'
import { blankStep, type ModelStep, steps } from './steps.ts'

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
  const store = watchedStore(serialStore(idbEntries(crypto.randomUUID())))
  await play(all, store, setClock)
  expect(await valuesUnder(store)).toHaveLength(store.entries.size)
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

/** The replies to `all` on a new device whose ids come from a seed. */
async function repliesTo(all: readonly ModelStep[]): Promise<unknown[]> {
  let next = 0
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    // The signing key and the salts of passwords.
    next += 1
    return Object.assign(bytes as object, new Uint8Array(16).fill(next)) as never
  })
  const name = 'POST /api/mock/settings' as const
  const seeded: ModelStep = { ...blankStep, name, body: { now: '+0ms', idSeed: 7 } }
  const replies: unknown[] = []
  const note = async (_: unknown, data: unknown) => {
    replies.push(data instanceof Blob ? data.size : structuredClone(data))
  }
  // Each would remove the seed.
  const kept = all.map((step) => {
    return 'settings' in step.body ? { ...step, body: { seed: 'default' } } : step
  })
  await play([seeded, ...kept], watchedStore(), setClock, note)
  return replies
}

const isReproducible = fc.asyncProperty(steps(60), async (all) => {
  expect(await repliesTo(all)).toEqual(await repliesTo(all))
})

test(
  'with an id seed, random requests give the same replies again',
  () => fc.assert(isReproducible, { numRuns: Math.ceil(RUNS / 4) }),
  LONG,
)

// A short run may miss a call: succeeds.test.ts has one success of each.
test.runIf(process.env.GEARHEADS_RUNS)('every call succeeded in a long run', () => {
  const never = callNames.filter((name) => !tally[name]?.[0])
  expect(never).toEqual([])
  const counts = Object.values(tally)
  const [answered, refused] = [0, 1].map((at) =>
    counts.reduce((sum, one) => sum + (one[at] ?? 0), 0),
  )
  // biome-ignore lint/suspicious/noConsole: the statistics
  console.info(`${answered} answered, ${refused} refused`, tally)
})
