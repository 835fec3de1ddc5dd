import type { authCalls } from '../../../src/contract/auth.ts'
import { calls } from '../../../src/contract/calls.ts'
import { guest } from '../../../src/contract/guest.ts'
import { type Cases, newUsername } from './case.ts'

const example = calls['POST /api/auth/signup'].example
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
      // A repeated sign-up is a log-in.
      wrongPassword: async ({ succeed }) => {
        const [body, key] = [profile(), crypto.randomUUID()]
        await succeed('POST /api/auth/signup', { body, key })
        return { body: { ...body, password: 'Not it#1' }, key }
      },
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
  'POST /api/auth/logout': {
    // Another session of the member, whose own is needed later.
    succeeds: async ({ stranger, succeed }) => {
      const body = { username: stranger.user.username, password: stranger.password }
      const { encodedToken } = await succeed('POST /api/auth/login', { body })
      return { body: { encodedToken } }
    },
    refuses: {
      badToken: ({ author }) => ({
        body: { encodedToken: `${author.token.slice(0, -8)}AAAAAAAA` },
      }),
    },
  },
  'POST /api/auth/logout-others': {
    succeeds: ({ stranger }) => ({ token: stranger.token }),
    refuses: {
      guestIsShared: async ({ succeed }) => {
        const { encodedToken: token } = await succeed('POST /api/auth/login', { body: guest })
        return { token }
      },
    },
  },
}
