import type { TableName } from '../../data/tables.ts'
import { mustBeSame } from './same.ts'
import { commentsOf, type ModelContent, type ModelUser, type World } from './world.ts'

const idsOf = (things: readonly { _id: string }[]) => things.map(({ _id }) => _id)
const sorted = (rows: readonly { _id: string }[]) =>
  rows.toSorted((a, b) => (a._id < b._id ? -1 : 1))

/** The store must hold what the model holds and nothing else. Throws where they differ. */
export function checkAgainstModel(entries: ReadonlyMap<string, unknown>, world: World): void {
  const { users, posts, uploads } = world.data
  const expected: Record<TableName, { _id: string }[]> = {
    users: users.map(userRow),
    posts: posts.map((post) => ({
      ...contentRow(post),
      likeCount: post.likeCount,
      likedBy: idsOf(post.likedBy),
      dislikedBy: idsOf(post.dislikedBy),
    })),
    comments: commentsOf(world.data).map((comment) => ({
      ...contentRow(comment),
      postId: comment.post._id,
      upvotedBy: idsOf(comment.upvotedBy),
      downvotedBy: idsOf(comment.downvotedBy),
    })),
    uploads: uploads.map(({ owner, size: _, ...upload }) => ({ ...upload, userId: owner._id })),
  }
  for (const [table, rows] of Object.entries(expected)) {
    const stored = [...entries].filter(([key]) => key.startsWith(`${table}/`))
    const comparable = stored.map(([, row]) => withoutSecrets(row as { _id: string }))
    mustBeSame(sorted(comparable), sorted(rows), `What ${table} are stored`)
  }
}

/** Hashes cannot be foretold, bytes are long, and who bookmarked is checked by `checkRows`. */
function withoutSecrets(row: { _id: string }): { _id: string } {
  const { password: _, bytes: __, bookmarkedBy: ___, ...rest } = row as Record<string, unknown>
  return rest as { _id: string }
}

function userRow({ password: _, ...user }: ModelUser) {
  const { followers, following, bookmarks, liked } = user
  const lists = { followers, following, bookmarks, liked }
  const ids = Object.entries(lists).map(([field, things]) => [field, idsOf(things)])
  return { ...user, ...(Object.fromEntries(ids) as object) }
}

function contentRow({ _id, id, author, content, imageUrl, createdAt, updatedAt }: ModelContent) {
  return { _id, id, userId: author._id, content, imageUrl, createdAt, updatedAt }
}
