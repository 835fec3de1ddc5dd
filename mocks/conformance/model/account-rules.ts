import type { accountCalls } from '../../../src/contract/account.ts'
import { apiErrors } from '../../../src/contract/errors.ts'
import { guest } from '../../../src/contract/guest.ts'
import { DEFAULT_COVER, DEFAULT_PHOTO } from '../../domain/new-user.ts'
import { endOthers } from './auth-rules.ts'
import { removeComment } from './comment-rules.ts'
import { allNotifications, withdraw } from './notification-rules.ts'
import { removePost, withdrawLike } from './post-rules.ts'
import { type Rules, refuseIf, take } from './rule.ts'
import { removeUnusedPictures } from './upload-rules.ts'
import { copyOf, serializePostCopy } from './views.ts'
import { type ModelUser, sortedNewestFirst, type World } from './world.ts'

export const accountRules: Rules<keyof typeof accountCalls> = {
  'GET /api/account/export'({ world, viewer }) {
    const { posts } = world.data
    const comments = sortedNewestFirst(posts).flatMap((post) => sortedNewestFirst(post.comments))
    const idsIn = (things: readonly { _id: string }[]) => things.map(({ _id }) => _id)
    const postsWith = (list: 'likedBy' | 'dislikedBy') =>
      idsIn(sortedNewestFirst(posts.filter((post) => post[list].includes(viewer))))
    const commentsWith = (list: 'upvotedBy' | 'downvotedBy') =>
      idsIn(comments.filter((comment) => comment[list].includes(viewer)))
    const own = sortedNewestFirst(posts.filter(({ author }) => author === viewer))
    return ({ notifications }) => ({
      profile: { ...viewer.extra, ...copyOf(viewer), name: viewer.name },
      posts: own.map((post) => {
        const { likes, ...content } = serializePostCopy(post)
        return { ...content, likeCount: likes.likeCount }
      }),
      comments: comments
        .filter(({ author }) => author === viewer)
        .map(({ post, ...comment }) => {
          const { likes: _, ...content } = serializePostCopy({ ...comment, likeCount: 0 })
          return { ...content, postId: post._id }
        }),
      bookmarkedPosts: idsIn(viewer.bookmarks),
      likedPosts: postsWith('likedBy'),
      dislikedPosts: postsWith('dislikedBy'),
      upvotedComments: commentsWith('upvotedBy'),
      downvotedComments: commentsWith('downvotedBy'),
      following: viewer.following.map(copyOf),
      followers: viewer.followers.map(copyOf),
      muted: viewer.muted.map(copyOf),
      notifications: allNotifications(world, viewer, notifications),
      devices: [],
    })
  },

  'POST /api/account/delete'({ world, viewer, body }) {
    refuseIf(viewer.password !== body.password, apiErrors.wrongPassword)
    refuseIf(viewer.username === guest.username, apiErrors.guestStays)
    refuseIf(world.data.users.length === 1, apiErrors.lastAccount)
    removeProfile(world, viewer)
    const { data } = world
    viewer.bookmarks = []
    if (!body.keepPosts) removeContent(world, viewer)
    for (const other of sortedNewestFirst(data.users)) {
      const wasFollower = other.followers.includes(viewer)
      for (const list of ['followers', 'following', 'muted'] as const) {
        take(other[list], viewer)
        take(viewer[list], other)
      }
      const others = other.followers.toReversed()
      if (wasFollower) withdraw(world, other, { type: 'follow' }, viewer, others)
    }
    data.notifications = data.notifications.filter(({ user }) => user !== viewer)
    data.lastSeen.delete(viewer)
    if (!body.keepPosts) take(data.users, viewer)
    return () => ({ deletedUser: viewer._id })
  },
}

function removeProfile(world: World, user: ModelUser): void {
  const showed = [user.profilePhoto, user.coverPhoto].flatMap((photo) => [
    photo.default,
    photo.chosen,
  ])
  Object.assign(user, {
    username: `Former member ${user.id}`,
    name: 'Former member',
    firstName: 'Former member',
    bio: '',
    profilePhoto: { default: DEFAULT_PHOTO, chosen: '' },
    coverPhoto: { default: DEFAULT_COVER, chosen: '' },
    extra: {},
    password: 'none, as no body has it',
    updatedAt: user.createdAt,
  })
  endOthers(user, '')
  removeUnusedPictures(world, user, showed)
}

function removeContent(world: World, user: ModelUser): void {
  for (const post of sortedNewestFirst(world.data.posts)) {
    if (post.author === user) {
      removePost(world, post)
      continue
    }
    if (post.likedBy.includes(user)) {
      post.likeCount = Math.max(post.likeCount - 1, 0)
      take(post.likedBy, user)
      take(user.liked, post)
      withdrawLike(world, post, user)
    }
    take(post.dislikedBy, user)
    // A like counts for something where no dislike is left.
    if (post.likedBy.length > 0 && post.dislikedBy.length === 0)
      post.likeCount = Math.max(post.likeCount, 1)
    for (const comment of sortedNewestFirst(post.comments)) {
      take(comment.upvotedBy, user)
      take(comment.downvotedBy, user)
      if (comment.author === user) removeComment(world, comment)
    }
  }
}
