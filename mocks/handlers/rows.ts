import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { isUuid } from '../store/ids.ts'
import type { CommentRow, PostRow, UploadRow, UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'

/**
 * The row that a path names by `_id` or `id`.
 * @throws ApiError 404 when it does not exist
 */
export async function mustFindUser(tx: Transaction, id: string): Promise<UserRow> {
  const row = await tx.get('users', id)
  if (!row) throw new ApiError(apiErrors.unknownUser)
  return row
}

/** Like {@link mustFindUser}, for a post. */
export async function mustFindPost(tx: Transaction, id: string): Promise<PostRow> {
  const row = await tx.get('posts', id)
  if (!row) throw new ApiError(apiErrors.unknownPost)
  return row
}

/** Like {@link mustFindUser}, for a picture. Its `_id` only: by their numbers, strangers could find the drafts of others. */
export async function mustFindUpload(tx: Transaction, id: string): Promise<UploadRow> {
  const row = isUuid(id) ? await tx.get('uploads', id) : undefined
  if (!row) throw new ApiError(apiErrors.unknownUpload)
  return row
}

/** Like {@link mustFindUser}, for a comment and its post. */
export async function mustFindComment(
  tx: Transaction,
  { postId, commentId }: { postId: string; commentId: string },
): Promise<{ post: PostRow; comment: CommentRow }> {
  const post = await mustFindPost(tx, postId)
  const comment = await tx.get('comments', commentId)
  if (comment?.postId !== post._id) throw new ApiError(apiErrors.unknownComment)
  return { post, comment }
}
