import type { Body, CallName } from '../../../contract/calls.ts'
import { guest } from '../../../contract/guest.ts'

/** Bodies that do something to look at. A call without one gets a skeleton of its schema. */
export const bodyExamples: { [Name in CallName]?: Body<Name> } = {
  'POST /api/auth/login': guest,
  'POST /api/auth/signup': { username: 'ada', password: 'Torque#1', name: 'Ada Lovell' },
  'POST /api/users/edit': { userData: { bio: 'Two wheels, one spanner.' } },
  'POST /api/posts': { content: 'First start after the rebuild', imageUrl: '' },
  'POST /api/posts/edit/:postId': { content: 'Second start after the rebuild' },
  'POST /api/comments/add/:postId': { content: 'No leaks so far', imageUrl: '' },
  'POST /api/comments/edit/:postId/:commentId': { content: 'One leak so far' },
  'POST /api/uploads/:id/moved': { secure_url: 'https://pictures.example/ride.webp' },
  'POST /api/mock/settings': {
    delay: 0,
    failures: [{ method: 'POST', path: '/api/posts', status: 503, times: 1 }],
  },
  'POST /api/mock/reset': { seed: { users: 50, posts: 500, seed: 1 } },
}
