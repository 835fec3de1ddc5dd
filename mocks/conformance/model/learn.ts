import type { Snapshot } from '../../../src/contract/snapshot.ts'
import { named } from './rule.ts'
import { secondsOf } from './same.ts'
import type { ModelData, ModelPost, ModelUser } from './world.ts'

const gone = { status: 404, text: 'A row names a row that is not there' }

/** The data that a first run or a reset brought, which is not the model's to know. */
export function learn(snapshot: Snapshot): ModelData {
  const users: ModelUser[] = snapshot.users.map((row) => ({
    ...row,
    ...timesOf(row),
    followers: [],
    following: [],
    bookmarks: [],
    liked: [],
  }))
  const people = (ids: readonly string[]) => ids.map((id) => named(users, id, gone))
  const contentOf = (row: Snapshot['posts'][number] | Snapshot['comments'][number]) => {
    const { _id, id, content, imageUrl, userId } = row
    return { _id, id, content, imageUrl, author: named(users, userId, gone), ...timesOf(row) }
  }
  const posts: ModelPost[] = snapshot.posts.map((row) => ({
    ...contentOf(row),
    likeCount: row.likeCount,
    likedBy: people(row.likedBy),
    dislikedBy: people(row.dislikedBy),
    comments: [],
  }))
  for (const row of snapshot.comments) {
    const post = named(posts, row.postId, gone)
    const [upvotedBy, downvotedBy] = [people(row.upvotedBy), people(row.downvotedBy)]
    post.comments.push({ ...contentOf(row), post, upvotedBy, downvotedBy })
  }
  for (const [index, row] of snapshot.users.entries()) {
    Object.assign(users[index] as ModelUser, {
      followers: people(row.followers),
      following: people(row.following),
      bookmarks: row.bookmarks.map((id) => named(posts, id, gone)),
      liked: row.liked.map((id) => named(posts, id, gone)),
    })
  }
  return { users, posts, uploads: [], given: { ...snapshot.sequences } }
}

function timesOf({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }) {
  return { createdAt: secondsOf(createdAt), updatedAt: secondsOf(updatedAt) }
}
