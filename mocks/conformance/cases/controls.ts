import type { controlCalls } from '../../../src/contract/controls.ts'
import type { Cases } from './case.ts'

export const controlCases: Cases<keyof typeof controlCalls> = {
  'GET /api/mock': { succeeds: () => ({}), refuses: {} },
  'POST /api/mock/settings': {
    // Changes nothing, because the server may have other users.
    succeeds: () => ({ body: {} }),
    refuses: {},
  },
  'POST /api/mock/reset': {
    async succeeds({ succeed, atEnd }) {
      const body = await succeed('GET /api/mock/snapshot')
      atEnd(async () => void (await succeed('POST /api/mock/snapshot', { body })))
      return { body: { seed: { users: 3, posts: 4 }, settings: true } }
    },
    refuses: {},
  },
  'GET /api/mock/snapshot': { succeeds: () => ({}), refuses: {} },
  'POST /api/mock/snapshot': {
    succeeds: async ({ succeed }) => ({ body: await succeed('GET /api/mock/snapshot') }),
    refuses: {},
  },
  'GET /api/openapi.json': { succeeds: () => ({}), refuses: {} },
}
