import type { Body, CallName, Calls } from './calls.ts'
import { guest } from './guest.ts'

/** A call whose body is JSON. */
export type CallWithJson = {
  [Name in CallName]: Calls[Name] extends { form: true }
    ? never
    : Calls[Name] extends { body: unknown }
      ? Name
      : never
}[CallName]

/**
 * An example body for each call that takes JSON. The tester prefills it, the API reference and `openapi.json` show
 * it, and the tests send it, whole and with invalid fields. Each succeeds as it is, except those that contain a token
 * or an address of an earlier reply.
 */
export const exampleBodies: { [Name in CallWithJson]: Body<Name> } = {
  'POST /api/auth/login': guest,
  'POST /api/auth/signup': { username: 'ada', password: 'Torque#1', name: 'Ada Lovell' },
  'POST /api/auth/verify': { encodedToken: 'the encodedToken of a log-in' },
  'POST /api/users/edit': { userData: { bio: 'Two wheels, one spanner.' } },
  'POST /api/users/report/:id': { reason: 'picture', text: 'The photo shows me.' },
  'POST /api/posts': { content: 'First start after the rebuild', imageUrl: '', imageAlt: '' },
  'POST /api/posts/edit/:postId': { content: 'Second start after the rebuild' },
  'POST /api/posts/report/:postId': { reason: 'spam' },
  'POST /api/comments/add/:postId': { content: 'No leaks so far', imageUrl: '', imageAlt: '' },
  'POST /api/comments/edit/:postId/:commentId': { content: 'One leak so far' },
  'POST /api/comments/report/:postId/:commentId': { reason: 'insult', text: 'See the last line.' },
  'POST /api/notifications/seen': { _id: '019a0000-0000-7000-8000-000000000000' },
  'POST /api/account/delete': { password: 'Torque#1', keepPosts: true },
  'POST /api/uploads/:id/moved': { secure_url: 'https://pictures.example/ride.webp' },
  'POST /api/mock/settings': {
    delay: 0,
    failures: [{ method: 'POST', path: '/api/posts', status: 503, times: 1 }],
  },
  'POST /api/mock/reset': { seed: { users: 50, posts: 500, seed: 1 } },
  'POST /api/mock/snapshot': {
    version: 3,
    sequences: { users: 0, posts: 0, comments: 0, uploads: 0 },
    users: [],
    posts: [],
    comments: [],
    uploads: [],
  },
}

/** The example body of a call whose name is known only at run time. */
export function exampleBody(name: string): object | undefined {
  return (exampleBodies as Record<string, object>)[name]
}
