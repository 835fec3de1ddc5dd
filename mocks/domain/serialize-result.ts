import type { UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Representation } from './representation.ts'
import { signToken } from './token.ts'

type ReplyOptions = {
  viewer: UserRow | undefined
  /** The form of the rows. */
  show: Representation
  /** The post of the path, whose comments a full reply lists. */
  postId: string | undefined
  /** Lists contain everything, not only the changed rows. */
  full: boolean
}

/**
 * Builds the reply to a write from its result, which names rows by `_id`. A repeated write has the same result,
 * but its reply shows the rows in their current state.
 */
export async function serializeResult(
  tx: Transaction,
  result: object,
  { viewer, show, postId = '', full }: ReplyOptions,
): Promise<object> {
  /** The posts in a list of the viewer, newest link first: all of them, or those of `ids`. */
  const marked = async (list: 'liked' | 'bookmarks', ids: readonly string[]) => {
    if (!viewer) return []
    const shown = full
      ? (await tx.links.list(list, viewer)).toReversed()
      : await tx.links.contained(list, viewer, ids)
    return tx.getMany('posts', shown)
  }
  const user = async (id: string) => (await show.users(await tx.getMany('users', [id])))[0]
  const fields: Record<string, (value: never) => Promise<unknown>> = {
    user,
    followUser: user,
    createdUser: user,
    async encodedToken(id: string) {
      const row = await tx.get('users', id)
      return row && signToken(tx, row)
    },
    liked: async (ids: string[]) => show.liked(await marked('liked', ids)),
    bookmarks: async (ids: string[]) => show.posts(await marked('bookmarks', ids)),
    posts: async (ids: string[]) =>
      show.posts(full ? await tx.list('posts') : await tx.getMany('posts', ids)),
    async comments(ids: string[]) {
      if (!full) return show.comments(await tx.getMany('comments', ids))
      const post = await tx.get('posts', postId)
      return show.comments(post ? await tx.listBy('comments', 'postId', post._id) : [])
    },
  }
  const reply: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(result)) {
    reply[field] = fields[field] ? await fields[field](value as never) : value
  }
  return reply
}
