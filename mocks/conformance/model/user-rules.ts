import { refusals } from '../../../src/contract/errors.ts'
import type { userCalls } from '../../../src/contract/users.ts'
import { page } from './page.ts'
import { mergeProfile } from './profile-rules.ts'
import { named, postOf, type Request, type Rules, refuseIf, take } from './rule.ts'
import { forgetPictures } from './upload-rules.ts'
import { postView, userView } from './views.ts'
import type { ModelUser } from './world.ts'

export const userRules: Rules<keyof typeof userCalls> = {
  'GET /api/users'(request) {
    const { users: all } = request.world.data
    const texts = ({ firstName, username }: ModelUser) => [firstName, username]
    const shown = page(request, all, { all, unknown: refusals.unknownUser, texts })
    return () => ({ users: shown.map(userView) })
  },

  'GET /api/users/bookmark':
    ({ viewer }) =>
    () =>
      bookmarks(viewer),

  'GET /api/users/:id'(request) {
    const user = userOf(request)
    return () => ({ user: userView(user) })
  },

  'POST /api/users/edit'({ world, viewer, body }) {
    const showed = [viewer.profilePhoto, viewer.coverPhoto].flatMap((photo) => [
      photo.default,
      photo.chosen,
    ])
    mergeProfile(world, viewer, body.userData, 'userData.')
    viewer.updatedAt = world.now
    forgetPictures(world, viewer, showed)
    return () => ({ user: userView(viewer) })
  },

  'POST /api/users/bookmark/:postId'(request) {
    const { viewer, minimal } = request
    const post = postOf(request)
    refuseIf(viewer.bookmarks.includes(post), refusals.alreadyBookmarked)
    viewer.bookmarks.push(post)
    return () => (minimal ? { bookmarks: [postView(post)] } : bookmarks(viewer))
  },

  'POST /api/users/remove-bookmark/:postId'(request) {
    const { viewer, minimal } = request
    const post = postOf(request)
    refuseIf(!viewer.bookmarks.includes(post), refusals.notBookmarked)
    take(viewer.bookmarks, post)
    return () => (minimal ? { bookmarks: [] } : bookmarks(viewer))
  },

  'POST /api/users/follow/:id'(request) {
    const { viewer } = request
    const other = userOf(request)
    refuseIf(other === viewer, refusals.followSelf)
    refuseIf(viewer.following.includes(other), refusals.alreadyFollowing)
    viewer.following.push(other)
    other.followers.push(viewer)
    return () => ({ user: userView(viewer), followUser: userView(other) })
  },

  'POST /api/users/unfollow/:id'(request) {
    const { viewer } = request
    const other = userOf(request)
    refuseIf(!viewer.following.includes(other), refusals.notFollowing)
    take(viewer.following, other)
    take(other.followers, viewer)
    return () => ({ user: userView(viewer), followUser: userView(other) })
  },
}

function userOf({ world, params }: Request): ModelUser {
  return named(world.data.users, params.id, refusals.unknownUser)
}

function bookmarks(user: ModelUser) {
  return { bookmarks: user.bookmarks.toReversed().map(postView) }
}
