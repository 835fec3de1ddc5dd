import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../client/call.ts'

/** Enough to find a row for every call. */
const POSTS = '50'

/** Posts and users to pick ids from, as they are now. */
export const liveDataQuery = queryOptions({
  queryKey: ['tester', 'live'],
  queryFn: async ({ signal }) => {
    const [{ posts }, { users }] = await Promise.all([
      call('GET /api/posts', { query: { limit: POSTS }, signal }),
      call('GET /api/users', { signal }),
    ])
    return { posts, users }
  },
  staleTime: 0,
})
