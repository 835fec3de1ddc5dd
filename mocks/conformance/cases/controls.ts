import { onTestFinished } from 'vitest'
import type { Body } from '../../../src/contract/calls.ts'
import type { controlCalls } from '../../../src/contract/controls.ts'
import { succeed } from '../client.ts'
import type { Cases } from './case.ts'

async function putBack(body: Body<'POST /api/mock/snapshot'>): Promise<void> {
  await succeed('POST /api/mock/snapshot', { body })
}

export const mockCases: Cases<keyof typeof controlCalls> = {
  'GET /api/mock': { succeeds: () => ({}), refuses: {} },
  'POST /api/mock/settings': {
    // Nothing to change: the server may be somebody's.
    succeeds: () => ({ body: {} }),
    refuses: {},
  },
  'POST /api/mock/reset': {
    async succeeds() {
      const body = await succeed('GET /api/mock/snapshot')
      onTestFinished(() => putBack(body))
      return { body: { seed: { users: 3, posts: 4 }, settings: true } }
    },
    refuses: {},
  },
  'GET /api/mock/snapshot': { succeeds: () => ({}), refuses: {} },
  'POST /api/mock/snapshot': {
    succeeds: async () => ({ body: await succeed('GET /api/mock/snapshot') }),
    refuses: {},
  },
  'GET /api/openapi.json': { succeeds: () => ({}), refuses: {} },
}
