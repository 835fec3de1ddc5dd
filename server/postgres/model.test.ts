import * as fc from 'fast-check'
import { afterEach, beforeEach, inject, test, vi } from 'vitest'
import { play } from '../../mocks/conformance/model/play.ts'
import { steps } from '../../mocks/conformance/model/steps.ts'
import { watchedStore } from '../../mocks/store/adapters/watched.ts'
import type { Store } from '../../mocks/store/store.ts'
import { fastHashes } from '../../mocks/testing/fast-hashes.ts'
import { openPostgresAt } from '../testing/pg-store.ts'
import { createSchema } from '../testing/processes.ts'

/** Sequences of up to 80 requests each. */
const RUNS = Math.ceil(Number(process.env.GEARHEADS_RUNS ?? 16) / 4)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fastHashes()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Each transaction runs in the other of two pools, as in two processes. */
function inTurn(stores: readonly [Store, Store]): Store {
  let turns = 0
  const next = () => stores[turns++ % 2 === 0 ? 0 : 1]
  return {
    ...stores[0],
    read: (keys) => next().read(keys),
    run: (mode, work) => (next().run as NonNullable<Store['run']>)(mode, work),
  }
}

const property = fc.asyncProperty(steps(80), async (all) => {
  const url = await createSchema(inject('postgres') ?? '')
  const stores = [openPostgresAt(async () => url), openPostgresAt(async () => url)] as const
  await play(all, watchedStore(inTurn(stores)), (seconds) => void vi.setSystemTime(seconds * 1000))
})

test('two processes on one PostgreSQL reply and store as the model predicts', () =>
  fc.assert(property, { numRuns: RUNS }))
