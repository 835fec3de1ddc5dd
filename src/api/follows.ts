import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { call } from './call.ts'
import { cacheUser, userQuery, usersQuery } from './users.ts'

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
      for (const changed of [viewer, followUser]) cacheUser(client, changed)
    },
  })
}

function showFollow(client: QueryClient, { _id }: User, follow: boolean): void {
  const viewer = client.getQueryData(viewerQuery.queryKey)
  const users = client.getQueryData(usersQuery.queryKey)
  const user = client.getQueryData(userQuery(_id).queryKey) ?? users?.find((one) => one._id === _id)
  if (!viewer || !user) return
  const following = viewer.following.filter((one) => one._id !== _id)
  const followers = user.followers.filter((one) => one._id !== viewer._id)
  const changed = { ...viewer, following: follow ? [...following, user] : following }
  client.setQueryData(viewerQuery.queryKey, changed)
  cacheUser(client, changed)
  cacheUser(client, { ...user, followers: follow ? [...followers, viewer] : followers })
}
