import type { PostRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { withoutId } from '../domain/id-list.ts'
import { forgetPictures } from '../domain/kept-pictures.ts'

/** Remove a post, its comments, and every bookmark and like that names it. */
export async function forgetPost(tx: Transaction, post: PostRow): Promise<void> {
  await tx.remove('posts', post)
  await forgetPictures(tx, post)
  for (const comment of await tx.listBy('comments', 'postId', post._id)) {
    await tx.remove('comments', comment)
    await forgetPictures(tx, comment)
  }
  const marked = new Set([...post.likedBy, ...post.bookmarkedBy])
  for (const user of await tx.getMany('users', [...marked])) {
    const bookmarks = withoutId(user.bookmarks, post._id)
    await tx.put('users', { ...user, bookmarks, liked: withoutId(user.liked, post._id) })
  }
}
