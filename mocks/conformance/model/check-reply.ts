import type { CallName } from '../../../src/contract/calls.ts'
import { commentsOf, type World } from './world.ts'

/** More than the fields of a record take beside its texts, in characters. */
const RECORD = 700
const SECRET = /pbkdf2\$\d{3,}|"(password|hash|salt|token-key)"/

/** Throws when an answer tells a secret, or is longer than what it tells can be. */
export function checkReply(name: CallName, data: unknown, { data: world }: World): void {
  // A snapshot is to be put back with all that was stored.
  if (name === 'GET /api/mock/snapshot' || data instanceof Blob) return
  const text = JSON.stringify(data)
  const secret = SECRET.exec(text)
  if (secret) throw new Error(`${name} tells ${secret[0]}`)
  const { users, posts } = world
  const comments = commentsOf(world)
  const lists = [
    ...users.flatMap((user) => [user.followers, user.following, user.bookmarks, user.liked]),
    ...posts.flatMap((post) => [post.likedBy, post.dislikedBy]),
    ...comments.flatMap((comment) => [comment.upvotedBy, comment.downvotedBy]),
  ]
  const records = [...users, ...posts, ...comments]
  const longest = Math.max(0, ...records.map((record) => JSON.stringify(textsOf(record)).length))
  // Every record once, and a copy for each bond between two of them; a like answers two lists.
  const most = 2 * (records.length + lists.flat().length + 1) * (RECORD + longest)
  if (text.length > most) throw new Error(`${name} answers ${text.length} characters, over ${most}`)
}

function textsOf(record: object): unknown[] {
  const { content, bio, firstName, name, username, extra } = record as Record<string, unknown>
  return [content, bio, firstName, name, username, extra]
}
