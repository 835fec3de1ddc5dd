import type { postCalls } from '../../../src/contract/posts.ts'
import { refusals } from '../../../src/contract/refusals.ts'
import { named, postOf, Refusing, type Request, type Rules, refuseIf, take } from './rule.ts'
import { forgetPictures, nowAt } from './upload-rules.ts'
import { postView } from './views.ts'
import { type ModelPost, newestFirst, type World } from './world.ts'

export const postRules: Rules<keyof typeof postCalls> = {
  'GET /api/posts': (request) => page(request, request.world.data.posts),

  'GET /api/posts/user/:username'(request) {
    const { users, posts } = request.world.data
    const author = users.find(({ username }) => username === request.params.username)
    if (!author) throw new Refusing(refusals.unknownUser)
    return page(
      request,
      posts.filter((post) => post.author === author),
    )
  },

  'GET /api/posts/:postId'(request) {
    const post = postOf(request)
    return () => ({ post: postView(post) })
  },

  'POST /api/posts'({ world, viewer, body, minimal }) {
    const { now: createdAt, data } = world
    const { content, imageUrl } = body
    const post = {
      ...{ _id: '', id: String(++data.given.posts), author: viewer, content },
      ...{ imageUrl: nowAt(world, imageUrl), createdAt, updatedAt: createdAt },
      ...{ likeCount: 0, likedBy: [], dislikedBy: [], comments: [] },
    }
    data.posts.push(post)
    return ({ posts: [first] }) => {
      post._id = first?._id ?? 'It is not the first'
      return postsReply(world, minimal, [post])
    }
  },

  'POST /api/posts/edit/:postId'(request) {
    const { world, viewer, body, minimal } = request
    const post = postOf(request)
    refuseIf(post.author !== viewer, refusals.editForeignPost)
    Object.assign(post, { content: body.content, updatedAt: world.now })
    return () => postsReply(world, minimal, [post])
  },

  'DELETE /api/posts/:postId'(request) {
    const { world, viewer, minimal } = request
    const post = postOf(request)
    refuseIf(post.author !== viewer, refusals.deleteForeignPost)
    const { posts, users } = world.data
    take(posts, post)
    for (const user of users) {
      take(user.bookmarks, post)
      take(user.liked, post)
    }
    for (const gone of [post, ...post.comments]) forgetPictures(world, gone.author, [gone.imageUrl])
    return () => postsReply(world, minimal, [])
  },

  'POST /api/posts/like/:postId'(request) {
    const { viewer } = request
    const post = postOf(request)
    refuseIf(post.likedBy.includes(viewer), refusals.alreadyLiked)
    post.likeCount += 1
    take(post.dislikedBy, viewer)
    post.likedBy.push(viewer)
    viewer.liked.push(post)
    return () => likeReply(request, post)
  },

  'POST /api/posts/dislike/:postId'(request) {
    const { viewer } = request
    const post = postOf(request)
    refuseIf(post.likeCount === 0, refusals.noLikeToTake)
    refuseIf(post.dislikedBy.includes(viewer), refusals.alreadyDisliked)
    post.likeCount -= 1
    take(post.likedBy, viewer)
    post.dislikedBy.push(viewer)
    take(viewer.liked, post)
    return () => likeReply(request, post)
  },
}

/** The posts that `?limit=&before=` asks for. */
function page({ world, query }: Request, posts: readonly ModelPost[]) {
  const limit = query.get('limit')
  const before = query.get('before')
  const count = limit === null ? posts.length : Number(limit)
  const good = limit === null || (count >= 1 && count <= 100 && Number.isInteger(count))
  refuseIf(!good, { status: 400, text: 'limit: must be a whole number from 1 to 100' })
  // A page goes on after any `_id`, there or not; only an `id` must be known.
  const isUuid = before?.length === 36
  const known = before === null || isUuid ? before : idOf(world, before)
  const older = known === null ? posts : posts.filter(({ _id }) => _id < known)
  return () => ({ posts: newestFirst(older).slice(0, count).map(postView) })
}

function idOf({ data }: World, id: string): string {
  return named(data.posts, id, refusals.unknownPost)._id
}

function postsReply({ data }: World, minimal: boolean, changed: ModelPost[]) {
  return { posts: (minimal ? changed : newestFirst(data.posts)).map(postView) }
}

function likeReply({ world, viewer, minimal }: Request, post: ModelPost) {
  const liked = minimal ? viewer.liked.filter((one) => one === post) : viewer.liked.toReversed()
  return { ...postsReply(world, minimal, [post]), liked: liked.map(postView) }
}
