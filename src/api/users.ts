import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Body } from '../contract/calls.ts'
import type { User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { call } from './call.ts'
import { POSTS } from './post-cache.ts'

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await call('GET /api/users', { signal })).users,
})

/** @param id `_id` or `id` */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/users/:id', { params: { id }, signal })).user,
  })

/** Merge fields into the viewer's profile. */
export const editProfile = mutationOptions({
  mutationFn: (userData: Body<'POST /api/users/edit'>['userData']) =>
    call('POST /api/users/edit', { body: { userData } }),
  onSuccess: ({ user }, _userData, _result, { client }) => {
    client.setQueryData(viewerQuery.queryKey, user)
    cacheUser(client, user)
    // Names and photos stand in posts and comments too.
    return Promise.all([
      client.invalidateQueries({ queryKey: POSTS }),
      client.invalidateQueries({ queryKey: ['comments'] }),
    ])
  },
})

/** Put a user as they are now wherever users are cached. */
export function cacheUser(client: QueryClient, changed: User): void {
  client.setQueryData(userQuery(changed._id).queryKey, changed)
  client.setQueryData(usersQuery.queryKey, (users) =>
    users?.map((user) => (user._id === changed._id ? changed : user)),
  )
}
