import type { authCalls } from '../../../src/contract/auth.ts'
import { exampleBodies } from '../../../src/contract/examples.ts'
import { type Cases, newUsername } from './case.ts'

const example = exampleBodies['POST /api/auth/signup']
const profile = () => ({ ...example, username: newUsername() })

export const authCases: Cases<keyof typeof authCalls> = {
  'POST /api/auth/login': {
    succeeds: ({ author }) => ({
      body: { username: author.user.username, password: author.password },
    }),
    refuses: {
      notRegistered: () => ({ body: { username: newUsername(), password: example.password } }),
      wrongPassword: ({ author }) => ({
        body: { username: author.user.username, password: 'Not it#1' },
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
      // Well-formed, but with an invalid signature.
      badToken: ({ author }) => ({
        body: { encodedToken: `${author.token.slice(0, -8)}AAAAAAAA` },
      }),
    },
  },
}
