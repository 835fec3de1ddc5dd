import { calls } from '../../../src/contract/calls.ts'
import type { notificationCalls } from '../../../src/contract/notifications.ts'
import type { Cases } from './case.ts'

export const notificationCases: Cases<keyof typeof notificationCalls> = {
  'GET /api/notifications': { succeeds: ({ author }) => ({ token: author.token }), refuses: {} },
  'POST /api/notifications/seen': {
    succeeds: ({ author }) => ({
      body: calls['POST /api/notifications/seen'].example,
      token: author.token,
    }),
    refuses: {},
  },
}
