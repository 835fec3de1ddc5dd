import type { controlCalls } from '../../../src/contract/controls.ts'
import { migrations } from '../../migrations.ts'
import type { Rules } from './rule.ts'
import { replaceData } from './upload-rules.ts'
import { commentsOf, type World } from './world.ts'

/** The model does not predict the data after a reset: `play.ts` reads them. */
export const mockRules: Rules<keyof typeof controlCalls> = {
  'GET /api/mock':
    ({ world }) =>
    () =>
      stateOf(world),

  'POST /api/mock/settings'({ world, body }) {
    const { failures = world.settings.failures, overrides = [], ...others } = body
    Object.assign(world.settings, { failures, overrides, ...others })
    return () => stateOf(world)
  },

  'POST /api/mock/reset'({ world, body }) {
    if (body.settings)
      Object.assign(world.settings, { delay: 0, failures: [], overrides: [], defects: [] })
    const { settings } = world
    return ({ counts }) => ({ settings, counts, version: migrations.length })
  },

  'GET /api/mock/snapshot'({ world }) {
    return (reply) => {
      world.saved = { reply, data: structuredClone(world.data) }
      return reply
    }
  },

  'POST /api/mock/snapshot'({ world }) {
    if (world.saved) replaceData(world, structuredClone(world.saved.data))
    return () => stateOf(world)
  },

  'GET /api/openapi.json': () => (reply) => reply,
}

function stateOf({ settings, data }: World) {
  const { users, posts } = data
  const counts = { users: users.length, posts: posts.length, comments: commentsOf(data).length }
  return { settings, counts, version: migrations.length }
}
