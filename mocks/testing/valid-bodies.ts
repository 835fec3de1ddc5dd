import type { Body, CallName, Calls } from '../../src/contract/calls.ts'
import { guest } from '../../src/contract/guest.ts'
import { picture } from './picture.ts'

export type CallWithBody = {
  [Name in CallName]: Calls[Name] extends { body: unknown } ? Name : never
}[CallName]

/** Of these a test has the body itself: a token, or a snapshot. */
type Given = 'POST /api/auth/verify' | 'POST /api/mock/snapshot'

const content = { content: 'Gone for a ride', imageUrl: 'https://pictures.test/ride.webp' }

/** A body with which each call succeeds. */
export const validBodies: {
  [Name in Exclude<CallWithBody, Given>]: Body<Name>
} & { [Name in CallName]?: Body<Name> } = {
  'POST /api/auth/login': guest,
  'POST /api/auth/signup': {
    username: 'grace',
    password: 'Torque#1',
    name: 'Grace',
    club: 'Night Riders',
  },
  'POST /api/users/edit': { userData: { bio: 'Back on the road', password: 'Torque#2' } },
  'POST /api/posts': content,
  'POST /api/posts/edit/:postId': content,
  'POST /api/comments/add/:postId': content,
  'POST /api/comments/edit/:postId/:commentId': content,
  'POST /api/mock/settings': {
    delay: 50,
    failures: [{ method: 'POST', path: '*', status: 503, rate: 0.5 }],
    overrides: [{ method: 'GET', path: '/api/test-todos', status: 200, body: [], times: 1 }],
  },
  'POST /api/mock/reset': { seed: { users: 3, posts: 4 }, settings: true },
  'POST /api/uploads': { file: picture() },
  'POST /api/uploads/:id/moved': { secure_url: 'https://pictures.test/moved.webp' },
}
