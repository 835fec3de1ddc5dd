import { mutationOptions } from '@tanstack/react-query'
import type { Post } from '../contract/entities.ts'
import { call } from './call.ts'
import { changePost } from './post-cache.ts'

/** Like or un-like a post: shown at once, taken back when the API refuses. */
export const setLike = (post: Post, viewer: Liker) => {
  const params = { postId: post._id }
  const mutationKey = ['post', post._id, 'like']
  return mutationOptions({
    mutationKey,
    // Quick toggles go one after the other, in the order of the clicks.
    scope: { id: mutationKey.join('/') },
    mutationFn: (like: boolean) =>
      call(like ? 'POST /api/posts/like/:postId' : 'POST /api/posts/dislike/:postId', { params }),
    onMutate: (like, { client }) =>
      changePost(client, post._id, (old) => withLike(old, viewer, like)),
    onError: (_error, like, _result, { client }) =>
      changePost(client, post._id, (old) => withLike(old, viewer, !like)),
    onSuccess: ({ posts: [answered] }, _like, _result, { client }) => {
      // An answer to an older click does not undo a newer one.
      const isLast = client.isMutating({ mutationKey }) === 1
      if (answered && isLast) changePost(client, post._id, () => answered)
    },
  })
}

type Liker = Post['likes']['likedBy'][number]

/** Whether the post is in the viewer's liked list. */
export function isLiked(post: Post, viewer: { _id: string }): boolean {
  return post.likes.likedBy.some(({ _id }) => _id === viewer._id)
}

function withLike(post: Post, viewer: Liker, like: boolean): Post {
  if (isLiked(post, viewer) === like) return post
  const { likeCount, likedBy, dislikedBy } = post.likes
  const others = likedBy.filter(({ _id }) => _id !== viewer._id)
  return {
    ...post,
    likes: {
      dislikedBy,
      likeCount: likeCount + (like ? 1 : -1),
      likedBy: like ? [...others, viewer] : others,
    },
  }
}
