import { apiErrors } from '../../../src/contract/errors.ts'
import type { userCalls } from '../../../src/contract/users.ts'
import { endOthers } from './auth-rules.ts'
import { notify, withdraw } from './notification-rules.ts'
import { mergeProfile } from './profile-rules.ts'
import { report } from './report-rules.ts'
import {
  editedAt,
  firstOf,
  modelPost,
  named,
  page,
  type Request,
  type Rules,
  refuseIf,
  take,
} from './rule.ts'
import { removeUnusedPictures } from './upload-rules.ts'
import { postView, serializeUser } from './views.ts'
import type { ModelUser } from './world.ts'

export const userRules: Rules<keyof typeof userCalls> = {
  'GET /api/users'(request) {
    const { users: all } = request.world.data
    const texts = ({ firstName, username }: ModelUser) => [firstName, username]
    const shown = page(request, all, { all, unknown: apiErrors.unknownUser, texts })
    return () => ({ users: shown.map(serializeUser) })
  },

  'GET /api/users/bookmark'(request) {
    const shown = firstOf(request, request.viewer.bookmarks.toReversed())
    return () => ({ bookmarks: shown.map(postView) })
  },

  'GET /api/users/muted'(request) {
    const shown = firstOf(request, request.viewer.muted.toReversed())
    return () => ({ users: shown.map(serializeUser) })
  },

  'GET /api/users/:id'(request) {
    const user = userOf(request)
    return () => ({ user: serializeUser(user) })
  },

  'GET /api/users/:id/followers'(request) {
    const shown = firstOf(request, userOf(request).followers.toReversed())
    return () => ({ users: shown.map(serializeUser) })
  },

  'GET /api/users/:id/following'(request) {
    const shown = firstOf(request, userOf(request).following.toReversed())
    return () => ({ users: shown.map(serializeUser) })
  },

  'POST /api/users/edit'({ world, viewer, body, token }) {
    const showed = [viewer.profilePhoto, viewer.coverPhoto].flatMap((photo) => [
      photo.default,
      photo.chosen,
    ])
    mergeProfile(world, viewer, body.userData, 'userData.')
    viewer.updatedAt = editedAt(world, viewer)
    if (body.userData.password) endOthers(viewer, token)
    removeUnusedPictures(world, viewer, showed)
    return () => ({ user: serializeUser(viewer) })
  },

  'POST /api/users/bookmark/:postId'(request) {
    const { viewer, minimal } = request
    const post = modelPost(request)
    refuseIf(viewer.bookmarks.includes(post), apiErrors.alreadyBookmarked)
    viewer.bookmarks.push(post)
    return () => (minimal ? { bookmarks: [postView(post)] } : bookmarks(viewer))
  },

  'POST /api/users/remove-bookmark/:postId'(request) {
    const { viewer, minimal } = request
    const post = modelPost(request)
    refuseIf(!viewer.bookmarks.includes(post), apiErrors.notBookmarked)
    take(viewer.bookmarks, post)
    return () => (minimal ? { bookmarks: [] } : bookmarks(viewer))
  },

  'POST /api/users/follow/:id'(request) {
    const { viewer, world } = request
    const other = userOf(request)
    refuseIf(other === viewer, apiErrors.followSelf)
    refuseIf(viewer.following.includes(other), apiErrors.alreadyFollowing)
    viewer.following.push(other)
    other.followers.push(viewer)
    notify(world, other, { type: 'follow' }, viewer)
    return () => ({ user: serializeUser(viewer), followUser: serializeUser(other) })
  },

  'POST /api/users/unfollow/:id'(request) {
    const { viewer, world } = request
    const other = userOf(request)
    refuseIf(!viewer.following.includes(other), apiErrors.notFollowing)
    take(viewer.following, other)
    take(other.followers, viewer)
    withdraw(world, other, { type: 'follow' }, viewer, other.followers.toReversed())
    return () => ({ user: serializeUser(viewer), followUser: serializeUser(other) })
  },

  'POST /api/users/mute/:id'(request) {
    const { viewer } = request
    const other = userOf(request)
    refuseIf(other === viewer, apiErrors.muteSelf)
    refuseIf(viewer.muted.includes(other), apiErrors.alreadyMuted)
    viewer.muted.push(other)
    return () => ({ user: serializeUser(viewer) })
  },

  'POST /api/users/unmute/:id'(request) {
    const { viewer } = request
    const other = userOf(request)
    refuseIf(!viewer.muted.includes(other), apiErrors.notMuted)
    take(viewer.muted, other)
    return () => ({ user: serializeUser(viewer) })
  },

  'POST /api/users/report/:id': (request) => report(request.world, request.viewer, userOf(request)),
}

function userOf({ world, params }: Request): ModelUser {
  return named(world.data.users, params.id, apiErrors.unknownUser)
}

function bookmarks(user: ModelUser) {
  return { bookmarks: user.bookmarks.toReversed().map(postView) }
}
