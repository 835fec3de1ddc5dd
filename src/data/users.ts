import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query'
import { call, send, type ViewedReply } from '../client/call.ts'
import type { Body } from '../contract/calls.ts'
import { mentionOf } from '../contract/text-parts.ts'
import type { ViewedUser } from '../contract/viewed.ts'
import { fold } from '../contract/words.ts'
import { forgetOneTimePassword, viewerQuery } from './auth.ts'
import { changeAuthor, changeUser, changeViewer } from './cached-rows.ts'
import { optimisticWrite } from './optimistic-write.ts'
import { paged, pageQuery, readPage } from './pages.ts'
import type { PendingWrite } from './pending-writes.ts'
import {
  FOLLOWING_FEED,
  FOLLOWS,
  LIKERS,
  MUTED,
  NOTIFICATIONS,
  PEOPLE,
  USERS,
} from './query-keys.ts'
import { rereadUser } from './reread.ts'

/** 20 users and the viewer, who is not shown without a search. */
const PAGE_SIZE = 21
/** Users in one page of followers or likers. */
const LINKED_SIZE = 50

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
    queryKey: [...PEOPLE, 'named', fold(username)],
    queryFn: async ({ signal }) => {
      const query = { limit: NAMED, search: username }
      const { users } = await call('GET /api/users', { query, signal })
      return users.filter((user) => fold(user.username) === fold(username))
    },
  })

/** How many of the users who match are ranked, and shown. */
const RANKED = 50
const SUGGESTED = 6
/** Who types fast searches once, in ms: in a large club a search reads many names. */
const TYPING_PAUSE = 150

/**
 * The users whom a text may mention by this beginning of a name: first those whom the viewer follows, then those whose
 * username begins so.
 * @param hidden the `_id`s of those who are left out
 */
export const suggestedQuery = (text: string, hidden: ReadonlySet<string>) =>
  queryOptions({
    queryKey: [...PEOPLE, 'suggested', fold(text)],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE))
      signal.throwIfAborted()
      const query = { limit: String(RANKED), ...(text && { search: text }) }
      return (await call('GET /api/users', { query, signal })).users
    },
    select: (users) => rankSuggested(users, text, hidden).slice(0, SUGGESTED),
    placeholderData: keepPreviousData,
  })

function rankSuggested(
  users: ViewedUser[],
  text: string,
  hidden: ReadonlySet<string>,
): ViewedUser[] {
  const rank = ({ followers, username }: ViewedUser) =>
    2 * Number(followers.length > 0) + Number(fold(username).startsWith(fold(text)))
  return users
    .filter(({ _id, username }) => !hidden.has(_id) && mentionOf(username))
    .sort((a, b) => rank(b) - rank(a))
}

/** @param id `_id` or `id` */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...USERS, 'one', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/users/:id', { params: { id }, signal })).user,
  })

/** The followers of a user, or the users whom they follow, the newest first, by pages. */
export const followsQuery = (id: string, list: 'followers' | 'following') =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...FOLLOWS, id, list],
    queryFn: async ({ pageParam, signal }) => {
      const options = { params: { id }, query: pageQuery(pageParam, LINKED_SIZE), signal }
      const response = await send(`GET /api/users/:id/${list}`, options)
      return readPage(response.data.users, response)
    },
  })

/** Those whom the viewer mutes, the latest first, by pages. */
export const mutedQuery = infiniteQueryOptions({
  ...paged,
  queryKey: MUTED,
  queryFn: async ({ pageParam, signal }) => {
    const query = pageQuery(pageParam, LINKED_SIZE)
    const response = await send('GET /api/users/muted', { query, signal })
    return readPage(response.data.users, response)
  },
})

/** The users who like a post, by pages. */
export const likersQuery = (postId: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...LIKERS, postId],
    queryFn: async ({ pageParam, signal }) => {
      const options = { params: { postId }, query: pageQuery(pageParam, LINKED_SIZE), signal }
      const response = await send('GET /api/posts/:postId/likes', options)
      return readPage(response.data.users, response)
    },
  })

/** The users who upvoted a comment, by pages. */
export const upvotersQuery = (postId: string, commentId: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...LIKERS, postId, commentId],
    queryFn: async ({ pageParam, signal }) => {
      const params = { postId, commentId }
      const options = { params, query: pageQuery(pageParam, LINKED_SIZE), signal }
      const response = await send('GET /api/comments/:postId/:commentId/upvotes', options)
      return readPage(response.data.users, response)
    },
  })

/** Merge fields into the viewer's profile. */
export const editProfile = mutationOptions({
  mutationFn: (body: Body<'POST /api/users/edit'>) => call('POST /api/users/edit', { body }),
  onSuccess: ({ user }, { userData }, _result, { client }) => {
    if (userData.password) forgetOneTimePassword()
    // Not these: a follow or a mute may be newer than this reply.
    changeViewer(client, ({ followerCount, followingCount, muted }) => ({
      ...user,
      muted,
      followerCount,
      followingCount,
    }))
    changeAuthor(client, user)
  },
  meta: { corrects: true },
})

type Follow = PendingWrite & { type: 'follow' }

/** Follow or un-follow a user. */
export const setFollow = (userId: string) =>
  optimisticWrite<Follow, ViewedReply<'POST /api/users/follow/:id'>>({
    // One row for all, because their order matters.
    row: 'following',
    send: ({ wanted }) =>
      call(wanted ? 'POST /api/users/follow/:id' : 'POST /api/users/unfollow/:id', {
        params: { id: userId },
      }),
    store(client, { user, followUser }) {
      changeViewer(client, ({ muted }) => ({ ...user, muted }))
      changeUser(client, userId, () => followUser)
      changeAuthor(client, followUser)
      for (const queryKey of [FOLLOWING_FEED, FOLLOWS]) client.invalidateQueries({ queryKey })
    },
    async reread(client) {
      const viewer = client.getQueryData(viewerQuery.queryKey)
      if (viewer) await rereadUser(client, viewer._id)
      await rereadUser(client, userId)
    },
  })

type Mute = PendingWrite & { type: 'mute' }

/** Mute or unmute a user. */
export const setMute = (userId: string) =>
  optimisticWrite<Mute, ViewedReply<'POST /api/users/mute/:id'>>({
    row: 'muted',
    send: ({ wanted }) =>
      call(wanted ? 'POST /api/users/mute/:id' : 'POST /api/users/unmute/:id', {
        params: { id: userId },
      }),
    store(client, { user: { muted } }) {
      changeViewer(client, (viewer) => ({ ...viewer, muted }))
      for (const queryKey of [MUTED, NOTIFICATIONS]) client.invalidateQueries({ queryKey })
    },
    async reread(client) {
      const viewer = client.getQueryData(viewerQuery.queryKey)
      if (viewer) await rereadUser(client, viewer._id)
    },
  })
