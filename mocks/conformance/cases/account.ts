import type { accountCalls } from '../../../src/contract/account.ts'
import { calls } from '../../../src/contract/calls.ts'
import { guest } from '../../../src/contract/guest.ts'
import { type Cases, newUsername } from './case.ts'

const example = calls['POST /api/auth/signup'].example

export const accountCases: Cases<keyof typeof accountCalls> = {
  'GET /api/account/export': { succeeds: ({ author }) => ({ token: author.token }), refuses: {} },
  'POST /api/account/delete': {
    succeeds: async ({ succeed }) => {
      // Not the password of the people whom tests share.
      const account = { ...example, username: newUsername(), password: 'Gasket#7' }
      const { encodedToken } = await succeed('POST /api/auth/signup', { body: account })
      return { body: { password: account.password }, token: encodedToken }
    },
    refuses: {
      wrongPassword: ({ author }) => ({ body: { password: 'Not it#1' }, token: author.token }),
      guestStays: async ({ succeed }) => {
        const { encodedToken: token } = await succeed('POST /api/auth/login', { body: guest })
        return { body: { password: guest.password }, token }
      },
    },
  },
}
