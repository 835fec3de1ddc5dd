import { exampleBodies } from '../../../src/contract/examples.ts'
import type { notificationCalls } from '../../../src/contract/notifications.ts'
import type { Cases } from './case.ts'

export const notificationCases: Cases<keyof typeof notificationCalls> = {
  'GET /api/notifications': { succeeds: ({ author }) => ({ token: author.token }), refuses: {} },
  'POST /api/notifications/seen': {
    succeeds: ({ author }) => ({
      body: exampleBodies['POST /api/notifications/seen'],
      token: author.token,
    }),
    refuses: {},
  },
}
