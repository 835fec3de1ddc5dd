import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { type CallName, calls } from '../../../src/contract/calls.ts'
import { seedPasswords } from '../../../src/contract/seed-passwords.ts'
import { watchedStore } from '../../store/adapters/watched.ts'
import { callNames } from '../../testing/examples.ts'
import { fastHashes } from '../../testing/fast-hashes.ts'
import { play } from './play.ts'
import { blankStep, type ModelStep } from './steps.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fastHashes()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const setClock = (seconds: number) => void vi.setSystemTime(seconds * 1000)

/** Bodies of calls whose example the model cannot use. */
const BODIES: { [Name in CallName]?: object } = {
  'POST /api/account/delete': { password: seedPasswords.mira },
  // The token of the newest session.
  'POST /api/auth/verify': { encodedToken: '$0' },
  'POST /api/auth/logout': { encodedToken: '$0' },
  'POST /api/mock/settings': { overrides: [] },
  'POST /api/uploads/:id/moved': { secure_url: 'https://pictures.test/moved.webp' },
}

const stepOf = (name: CallName, others: Partial<ModelStep>): ModelStep => ({
  ...blankStep,
  name,
  willing: true,
  body: BODIES[name] ?? (calls[name] as Call).example ?? {},
  ...others,
})

/** Something of each kind to act on. */
const PRELUDE: readonly CallName[] = [
  'POST /api/posts',
  'POST /api/comments/add/:postId',
  'POST /api/posts/like/:postId',
  'POST /api/users/bookmark/:postId',
  'POST /api/users/follow/:id',
  'POST /api/users/mute/:id',
  'POST /api/uploads',
  'GET /api/mock/snapshot',
]

// The random sequences of model.test.ts may miss a call.
test.each(callNames)('%s succeeds, in the mock as in the model', async (name) => {
  const prelude = PRELUDE.map((one) => stepOf(one, { as: 1, user: 1 }))
  const tries = [0, 1, 2].flatMap((as) =>
    [0, 1, 2].map((pick) => stepOf(name, { as, post: pick, user: pick })),
  )
  const succeeded: CallName[] = []
  await play([...prelude, ...tries], watchedStore(), setClock, (one) => succeeded.push(one))
  expect(succeeded.slice(prelude.length)).toContain(name)
})
