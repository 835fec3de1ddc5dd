import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Body } from '../contract/calls.ts'
import { viewerQuery } from './auth.ts'
import { call } from './call.ts'
import { POSTS } from './post-cache.ts'
import { changeUser, USERS } from './user-cache.ts'

export const usersQuery = queryOptions({
  queryKey: [...USERS, 'all'],
  queryFn: async ({ signal }) => (await call('GET /api/users', { signal })).users,
})

/** @param id `_id` or `id` */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...USERS, 'one', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/users/:id', { params: { id }, signal })).user,
  })

/** Merge fields into the viewer's profile. */
export const editProfile = mutationOptions({
  mutationFn: (userData: Body<'POST /api/users/edit'>['userData']) =>
    call('POST /api/users/edit', { body: { userData } }),
  onSuccess: ({ user }, _userData, _result, { client }) => {
    client.setQueryData(viewerQuery.queryKey, user)
    changeUser(client, user._id, () => user)
    // Names and photos stand in posts and comments too.
    return Promise.all([
      client.invalidateQueries({ queryKey: POSTS }),
      client.invalidateQueries({ queryKey: ['comments'] }),
    ])
  },
})
