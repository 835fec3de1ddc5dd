import { call } from '../client/call.ts'
import type { Reply } from '../contract/calls.ts'
import { optimisticWrite } from './optimistic-write.ts'
import type { PendingWrite } from './pending-writes.ts'
import { changePost } from './post-cache.ts'
import { rereadPost } from './reread.ts'

type Like = PendingWrite & { type: 'like' }

/** Like or un-like a post. */
export const setLike = (postId: string) =>
  optimisticWrite<Like, Reply<'POST /api/posts/like/:postId'>>({
    row: `post/${postId}`,
    send: ({ wanted }) =>
      call(wanted ? 'POST /api/posts/like/:postId' : 'POST /api/posts/dislike/:postId', {
        params: { postId },
      }),
    store: (client, { posts: [post] }) => post && changePost(client, postId, () => post),
    reread: (client) => rereadPost(client, postId),
  })
