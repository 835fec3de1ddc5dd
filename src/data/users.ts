import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call, send } from '../client/call.ts'
import type { Body, Reply } from '../contract/calls.ts'
import { viewerQuery } from './auth.ts'
import { changeAuthor, changeUser, changeViewer } from './cached-rows.ts'
import { optimisticWrite } from './optimistic-write.ts'
import { paged, pageQuery, readPage } from './pages.ts'
import type { PendingWrite } from './pending-writes.ts'
import { FOLLOWING_FEED, PEOPLE, USERS } from './query-keys.ts'
import { rereadUser } from './reread.ts'

/** 20 users and the viewer, who is not shown without a search. */
const PAGE_SIZE = 21

/** All users, or those with this text in firstName or username, newest first, by pages. */
export const peopleQuery = (text = '') =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...PEOPLE, text],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...pageQuery(pageParam, PAGE_SIZE), ...(text && { search: text }) }
      const response = await send('GET /api/users', { query, signal })
      return readPage(response.data.users, response)
    },
  })

/** More names than this never contain the same username, except in a very large club. */
const NAMED = '100'

/** The user with this username, as a list of one; an empty list if there is none. */
export const namedUserQuery = (username: string) =>
  queryOptions({
    queryKey: [...PEOPLE, 'named', username.toLowerCase()],
    queryFn: async ({ signal }) => {
      const query = { limit: NAMED, search: username }
      const { users } = await call('GET /api/users', { query, signal })
      return users.filter((user) => user.username.toLowerCase() === username.toLowerCase())
    },
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
    // Not the lists: they may contain a follow or a bookmark that is newer than this reply.
    const { followers: _, following: __, bookmarks: ___, liked: ____, ...profile } = user
    changeViewer(client, (viewer) => ({ ...viewer, ...profile }))
    changeAuthor(client, user)
  },
  meta: { corrects: true },
})

type Follow = PendingWrite & { type: 'follow' }

/** Follow or un-follow a user. */
export const setFollow = (userId: string) =>
  optimisticWrite<Follow, Reply<'POST /api/users/follow/:id'>>({
    // One row for all, because their order matters.
    row: 'following',
    send: ({ wanted }) =>
      call(wanted ? 'POST /api/users/follow/:id' : 'POST /api/users/unfollow/:id', {
        params: { id: userId },
      }),
    store(client, { user: { following }, followUser }) {
      // Only this list of the viewer: their bookmarks may be newer than this reply.
      changeViewer(client, (viewer) => ({ ...viewer, following }))
      changeUser(client, userId, () => followUser)
      client.invalidateQueries({ queryKey: FOLLOWING_FEED })
    },
    async reread(client) {
      const viewer = client.getQueryData(viewerQuery.queryKey)
      if (viewer) await rereadUser(client, viewer._id)
      await rereadUser(client, userId)
    },
  })
