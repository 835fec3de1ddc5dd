import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { User, UserCopy } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { call } from './call.ts'
import { changeUser } from './user-cache.ts'

/** Follow or un-follow a user: shown at once, taken back when the API refuses. */
export const setFollow = (user: User) => {
  const mutationKey = ['user', user._id, 'follow']
  const params = { id: user._id }
  return mutationOptions({
    mutationKey,
    // Quick toggles go one after the other, in the order of the clicks.
    scope: { id: mutationKey.join('/') },
    mutationFn: (follow: boolean) =>
      call(follow ? 'POST /api/users/follow/:id' : 'POST /api/users/unfollow/:id', { params }),
    onMutate: (follow, { client }) => showFollow(client, user, follow),
    onError: (_error, follow, _result, { client }) => showFollow(client, user, !follow),
    onSuccess: ({ user: viewer, followUser }, _follow, _result, { client }) => {
      // An answer to an older click does not undo a newer one.
      if (client.isMutating({ mutationKey }) > 1) return
      client.setQueryData(viewerQuery.queryKey, viewer)
      for (const changed of [viewer, followUser]) changeUser(client, changed._id, () => changed)
    },
  })
}

function showFollow(client: QueryClient, user: User, follow: boolean): void {
  const viewer = client.getQueryData(viewerQuery.queryKey)
  if (!viewer) return
  const following = withOrWithout(viewer.following, user, follow)
  client.setQueryData(viewerQuery.queryKey, (old) => old && { ...old, following })
  changeUser(client, viewer._id, (old) => ({ ...old, following }))
  changeUser(client, user._id, (old) => ({
    ...old,
    followers: withOrWithout(old.followers, viewer, follow),
  }))
}

function withOrWithout(list: UserCopy[], user: UserCopy, include: boolean): UserCopy[] {
  const others = list.filter(({ _id }) => _id !== user._id)
  return include ? [...others, user] : others
}
