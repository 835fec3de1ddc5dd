import { DEFAULT_COVER, DEFAULT_PHOTO, newUser } from '../db/new-user.ts'
import type { Transaction } from '../db/transaction.ts'
import { publicFile } from '../public-file.ts'
import { timestamp } from '../timestamp.ts'
import { seedPosts } from './posts.ts'
import { seedUsers } from './users.ts'

const HOUR = 3_600_000

/** Fill empty tables with the first users and posts, dated back from `now` (ms since 1970). */
export async function seed(tx: Transaction, now = Date.now()): Promise<void> {
  const ago = (hours: number) => timestamp(new Date(now - hours * HOUR))
  const userIds = new Map<string, string>(seedUsers.map((user) => [user.username, user._id]))
  const idOf = (username: string) => userIds.get(username) ?? ''

  for (const [index, { _id, photo, cover, ...fields }] of seedUsers.entries()) {
    const profilePhoto = { default: DEFAULT_PHOTO, chosen: publicFile(photo) }
    const coverPhoto = { default: DEFAULT_COVER, chosen: publicFile(cover) }
    const user = newUser({ ...fields, profilePhoto, coverPhoto, createdAt: ago(1000) })
    await tx.put('users', { ...user, _id, id: String(index + 1) })
  }

  const oldestFirst = [...seedPosts].reverse()
  for (const [index, post] of oldestFirst.entries()) {
    const { _id, author, age, content, imageUrl } = post
    const written = { createdAt: ago(age), updatedAt: ago(age) }
    const likes = { likeCount: 0, likedBy: [], dislikedBy: [], bookmarkedBy: [] }
    const row = {
      _id,
      id: String(index + 1),
      userId: idOf(author),
      content,
      imageUrl: imageUrl && publicFile(imageUrl),
    }
    await tx.put('posts', { ...row, ...likes, ...written })

    if ('comment' in post) {
      const { _id: commentId, author: by, age: hours, content: text } = post.comment
      const when = { createdAt: ago(hours), updatedAt: ago(hours) }
      const votes = { upvotedBy: [], downvotedBy: [] }
      const comment = { _id: commentId, id: '1', postId: _id, userId: idOf(by), content: text }
      await tx.put('comments', { ...comment, ...votes, ...when })
    }
  }

  tx.putMeta('sequence/users', seedUsers.length)
  tx.putMeta('sequence/posts', seedPosts.length)
  tx.putMeta('sequence/comments', 1)
}
