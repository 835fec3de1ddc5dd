import { call } from '../client/call.ts'
import type { Reply } from '../contract/calls.ts'
import { viewerQuery } from './auth.ts'
import { optimisticWrite } from './optimistic-write.ts'
import type { PendingWrite } from './pending-writes.ts'
import { rereadUser } from './reread.ts'
import { changeUser, changeViewer } from './user-cache.ts'

type Follow = PendingWrite & { type: 'follow' }

/** Follow or un-follow a user. */
export const setFollow = (userId: string) =>
  optimisticWrite<Follow, Reply<'POST /api/users/follow/:id'>>({
    // One row for all, since their order counts.
    row: 'following',
    send: ({ wanted }) =>
      call(wanted ? 'POST /api/users/follow/:id' : 'POST /api/users/unfollow/:id', {
        params: { id: userId },
      }),
    store(client, { user: { following }, followUser }) {
      // Only this list of the viewer: a bookmark may have been answered since this reply was made.
      changeViewer(client, (viewer) => ({ ...viewer, following }))
      changeUser(client, userId, () => followUser)
    },
    async reread(client) {
      const viewer = client.getQueryData(viewerQuery.queryKey)
      if (viewer) await rereadUser(client, viewer._id)
      await rereadUser(client, userId)
    },
  })
