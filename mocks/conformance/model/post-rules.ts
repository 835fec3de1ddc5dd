import { apiErrors } from '../../../src/contract/errors.ts'
import type { postCalls } from '../../../src/contract/posts.ts'
import { notify, notifyNamed, notifyOfEdit, withdraw, withdrawPost } from './notification-rules.ts'
import { sameName } from './profile-rules.ts'
import { report } from './report-rules.ts'
import {
  firstOf,
  ModelError,
  modelPost,
  page,
  type Request,
  type Rules,
  refuseIf,
  take,
} from './rule.ts'
import { editContent, pictureOf, picturesIn, removeUnusedPictures } from './upload-rules.ts'
import { postView, serializeUser } from './views.ts'
import { type ModelPost, type ModelUser, sortedNewestFirst, type World } from './world.ts'

export const postRules: Rules<keyof typeof postCalls> = {
  'GET /api/posts': (request) =>
    postPage(request, request.world.data.posts, ({ author, content }) => [
      author.username,
      content,
    ]),

  'GET /api/posts/user/:username'(request) {
    const { users, posts } = request.world.data
    const name = request.params.username ?? ''
    const author = users.find(({ username }) => sameName(username, name))
    if (!author) throw new ModelError(apiErrors.unknownUser)
    return postPage(
      request,
      posts.filter((post) => post.author === author),
    )
  },

  'GET /api/posts/following'(request) {
    const { world, viewer } = request
    const isShown = ({ author }: ModelPost) =>
      author === viewer || viewer.following.includes(author)
    return postPage(request, world.data.posts.filter(isShown))
  },

  'GET /api/posts/:postId/likes'(request) {
    const shown = firstOf(request, sortedById(modelPost(request).likedBy))
    return () => ({ users: shown.map(serializeUser) })
  },

  'GET /api/posts/:postId'(request) {
    const post = modelPost(request)
    return () => ({ post: postView(post) })
  },

  'POST /api/posts'({ world, viewer, body, minimal }) {
    const { now: createdAt, data } = world
    const { content } = body
    const picture = pictureOf(world, body)
    const post = {
      _id: '',
      id: String(++data.given.posts),
      author: viewer,
      content,
      ...picture,
      createdAt,
      updatedAt: createdAt,
      likeCount: 0,
      likedBy: [],
      dislikedBy: [],
      comments: [],
    }
    data.posts.push(post)
    notifyNamed(world, post, [])
    return ({ posts: [first] }) => {
      post._id = first?._id ?? 'It is not the first'
      return postsReply(world, minimal, [post])
    }
  },

  'POST /api/posts/edit/:postId'(request) {
    const { world, viewer, body, minimal } = request
    const post = modelPost(request)
    refuseIf(post.author !== viewer, apiErrors.editForeignPost)
    editContent(world, post, body)
    notifyOfEdit(world, post)
    return () => postsReply(world, minimal, [post])
  },

  'DELETE /api/posts/:postId'(request) {
    const { world, viewer, minimal } = request
    const post = modelPost(request)
    refuseIf(post.author !== viewer, apiErrors.deleteForeignPost)
    removePost(world, post)
    return () => postsReply(world, minimal, [])
  },

  'POST /api/posts/like/:postId'(request) {
    const { viewer, world } = request
    const post = modelPost(request)
    refuseIf(post.likedBy.includes(viewer), apiErrors.alreadyLiked)
    post.likeCount += 1
    take(post.dislikedBy, viewer)
    post.likedBy.push(viewer)
    viewer.liked.push(post)
    notify(world, post.author, { type: 'like', post }, viewer)
    return () => likeReply(request, post)
  },

  'POST /api/posts/dislike/:postId'(request) {
    const { viewer, world } = request
    const post = modelPost(request)
    refuseIf(post.likeCount === 0, apiErrors.noLikeToTake)
    refuseIf(post.dislikedBy.includes(viewer), apiErrors.alreadyDisliked)
    post.likeCount -= 1
    take(post.likedBy, viewer)
    post.dislikedBy.push(viewer)
    take(viewer.liked, post)
    withdrawLike(world, post, viewer)
    return () => likeReply(request, post)
  },

  'POST /api/posts/report/:postId': (request) =>
    report(request.world, request.viewer, modelPost(request)),
}

export function removePost(world: World, post: ModelPost): void {
  const { posts, users } = world.data
  take(posts, post)
  withdrawPost(world, post)
  for (const user of users) {
    take(user.bookmarks, post)
    take(user.liked, post)
  }
  for (const gone of [post, ...post.comments])
    removeUnusedPictures(world, gone.author, picturesIn(gone))
}

export function withdrawLike(world: World, post: ModelPost, by: ModelUser): void {
  const others = sortedById(post.likedBy).filter((user) => user !== post.author)
  withdraw(world, post.author, { type: 'like', post }, by, others)
}

function sortedById(users: readonly ModelUser[]): ModelUser[] {
  return users.toSorted((a, b) => (a._id < b._id ? -1 : 1))
}

/** A page of all posts, or of some. */
function postPage(
  request: Request,
  posts: readonly ModelPost[],
  texts?: (post: ModelPost) => string[],
) {
  const { posts: all } = request.world.data
  const shown = page(request, posts, { all, unknown: apiErrors.unknownPost, texts })
  return () => ({ posts: shown.map(postView) })
}

function postsReply({ data }: World, minimal: boolean, changed: ModelPost[]) {
  return { posts: (minimal ? changed : sortedNewestFirst(data.posts)).map(postView) }
}

function likeReply({ world, viewer, minimal }: Request, post: ModelPost) {
  const liked = minimal ? viewer.liked.filter((one) => one === post) : viewer.liked.toReversed()
  return { ...postsReply(world, minimal, [post]), liked: liked.map(postView) }
}
