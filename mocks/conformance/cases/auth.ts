import type { authCalls } from '../../../src/contract/auth.ts'
import { newUsername, PASSWORD } from '../people.ts'
import type { Cases } from './case.ts'

const profile = () => ({ username: newUsername(), password: PASSWORD, name: 'Grace' })

export const authCases: Cases<keyof typeof authCalls> = {
  'POST /api/auth/login': {
    succeeds: ({ author }) => ({ body: { username: author.user.username, password: PASSWORD } }),
    refuses: {
      notRegistered: () => ({ body: { username: newUsername(), password: PASSWORD } }),
      wrongPassword: ({ author }) => ({
        body: { username: author.user.username, password: 'Torque#2' },
      }),
    },
  },
  'POST /api/auth/signup': {
    succeeds: () => ({ body: { ...profile(), club: 'Night Riders' } }),
    refuses: {
      usernameTaken: ({ author }) => ({
        body: { ...profile(), username: author.user.username },
      }),
    },
  },
  'POST /api/auth/verify': {
    succeeds: ({ author }) => ({ body: { encodedToken: author.token } }),
    refuses: {
      // Of the right form, but signed by nobody.
      badToken: ({ author }) => ({
        body: { encodedToken: `${author.token.slice(0, -8)}AAAAAAAA` },
      }),
    },
  },
}
