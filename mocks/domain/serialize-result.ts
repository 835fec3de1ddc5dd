import type { UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { serializeComments } from './serialize-comments.ts'
import { serializePosts } from './serialize-posts.ts'
import { serializeUsers } from './serialize-users.ts'
import { signToken } from './token.ts'

type ReplyOptions = {
  viewer: UserRow | undefined
  /** Of the path: whose comments a full reply lists. */
  postId: string | undefined
  /** Lists hold everything, not only what the write changed. */
  full: boolean
}

/**
 * The reply to a write, built from its result, which names rows by `_id`. A write that is sent again
 * is answered from the same result: with the rows as they are now.
 */
export async function serializeResult(
  tx: Transaction,
  result: object,
  { viewer, postId = '', full }: ReplyOptions,
): Promise<object> {
  const person = viewer && (await tx.get('users', viewer._id))
  /** Posts from a list of the viewer, newest last: all of them, or those of `ids`. */
  const marked = async (list: readonly string[] = [], ids: readonly string[]) => {
    const shown = full ? list.toReversed() : list.filter((id) => ids.includes(id))
    return serializePosts(tx, await tx.getMany('posts', shown))
  }
  const user = async (id: string) => (await serializeUsers(tx, await tx.getMany('users', [id])))[0]
  const fields: Record<string, (value: never) => Promise<unknown>> = {
    user,
    followUser: user,
    createdUser: user,
    async encodedToken(id: string) {
      const row = await tx.get('users', id)
      return row && signToken(tx, row)
    },
    liked: (ids: string[]) => marked(person?.liked, ids),
    bookmarks: (ids: string[]) => marked(person?.bookmarks, ids),
    posts: async (ids: string[]) =>
      serializePosts(tx, full ? await tx.list('posts') : await tx.getMany('posts', ids)),
    async comments(ids: string[]) {
      if (!full) return serializeComments(tx, await tx.getMany('comments', ids))
      const post = await tx.get('posts', postId)
      return serializeComments(tx, post ? await tx.listBy('comments', 'postId', post._id) : [])
    },
  }
  const reply: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(result)) {
    reply[field] = fields[field] ? await fields[field](value as never) : value
  }
  return reply
}
