import {
  infiniteQueryOptions,
  type Mutation,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query'
import type { Body } from '../contract/calls.ts'
import type { Post } from '../contract/entities.ts'
import { call, send } from './call.ts'
import type { HttpResponse } from './http.ts'
import { addFirst, changePost, POSTS, type PostPage, takeOutPost } from './post-cache.ts'

const PAGE_SIZE = '20'

const paged = {
  initialPageParam: '',
  getNextPageParam: (page: PostPage) => page.next,
}

/** Every post, newest first, by pages. */
export const feedQuery = infiniteQueryOptions({
  ...paged,
  queryKey: [...POSTS, 'feed'],
  queryFn: async ({ pageParam, signal }) =>
    readPage(await send('GET /api/posts', { query: pageQuery(pageParam), signal })),
})

/** The posts with this text in username or content, newest first, by pages. */
export const foundPostsQuery = (text: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...POSTS, 'found', text],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...pageQuery(pageParam), search: text }
      return readPage(await send('GET /api/posts', { query, signal }))
    },
  })

/** The posts of one user, newest first, by pages. */
export const userPostsQuery = (username: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...POSTS, 'by', username],
    queryFn: async ({ pageParam, signal }) => {
      const options = { params: { username }, query: pageQuery(pageParam), signal }
      return readPage(await send('GET /api/posts/user/:username', options))
    },
  })

/** @param postId `_id` or `id` */
export const postQuery = (postId: string) =>
  queryOptions({
    queryKey: [...POSTS, 'one', postId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/posts/:postId', { params: { postId }, signal })).post,
  })

const WRITE_POST = ['posts', 'write']

/** The posts that are on their way. */
export const pendingPosts = {
  filters: { mutationKey: WRITE_POST, status: 'pending' as const },
  select: ({ state }: Mutation) => state.variables as Body<'POST /api/posts'>,
}

export const writePost = mutationOptions({
  mutationKey: WRITE_POST,
  mutationFn: ({ key, ...body }: Body<'POST /api/posts'> & { key?: string }) =>
    call('POST /api/posts', { body, key }),
  onSuccess: ({ posts: [post] }, _body, _result, { client }) => {
    if (!post) return
    addFirst(client, feedQuery.queryKey, post)
    addFirst(client, userPostsQuery(post.username).queryKey, post)
    // Whether a search finds it, only the API knows.
    client.removeQueries({ queryKey: [...POSTS, 'found'] })
  },
})

/** Change a post's text: shown at once, taken back when the API refuses. */
export const editPost = ({ _id: postId, content: before }: Post) =>
  mutationOptions({
    mutationFn: (body: Body<'POST /api/posts/edit/:postId'>) =>
      call('POST /api/posts/edit/:postId', { params: { postId }, body }),
    onMutate: ({ content }, { client }) => {
      changePost(client, postId, (old) => ({ ...old, content }))
      // Taken from here: by the time it is refused, these options were made anew from what is shown.
      return before
    },
    onError: (_error, _body, content = before, { client }) =>
      changePost(client, postId, (old) => ({ ...old, content })),
    onSuccess: ({ posts: [edited] }, _body, _result, { client }) => {
      if (edited) changePost(client, postId, () => edited)
    },
  })

/** Delete a post: gone at once, back in its places when the API refuses. */
export const deletePost = (postId: string) =>
  mutationOptions({
    mutationFn: () => call('DELETE /api/posts/:postId', { params: { postId } }),
    onMutate: (_variables, { client }) => takeOutPost(client, postId),
    onError: (_error, _variables, putBack) => putBack?.(),
    onSuccess: (_data, _variables, _result, { client }) => {
      // Its own screen, if that is where it was deleted, forgets it when it is left.
      client.removeQueries({ queryKey: postQuery(postId).queryKey, type: 'inactive' })
    },
  })

function pageQuery(before: string): Record<string, string> {
  return before ? { limit: PAGE_SIZE, before } : { limit: PAGE_SIZE }
}

function readPage({ data, headers }: HttpResponse<{ posts: Post[] }>): PostPage {
  const [, next] = /[?&]before=([^&>]+)[^>]*>; rel="next"/.exec(headers.link ?? '') ?? []
  return { posts: data.posts, next }
}
