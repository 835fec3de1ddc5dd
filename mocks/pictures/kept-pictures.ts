import { UPLOADS } from '../../src/contract/uploads.ts'
import {
  type CommentRow,
  PICTURE,
  type PostRow,
  picturesOf,
  type UploadRow,
  type UserRow,
} from '../store/rows.ts'
import type { Transaction } from '../store/transaction.ts'

/** Where a picture is now: who writes about one while it moves means the same picture. */
export async function currentUrl(
  tx: Transaction,
  url: string | null | undefined,
): Promise<string | undefined> {
  return url ? (((await tx.getMeta(url)) as string | undefined) ?? url) : undefined
}

/** Let every row that shows this picture show it from `to`, and keep the way there. */
export async function moveUpload(tx: Transaction, upload: UploadRow, to: string): Promise<void> {
  for (const from of addressesOf(upload)) {
    const { posts, comments, users } = await rowsThatShow(tx, from)
    for (const post of posts) await tx.put('posts', { ...post, imageUrl: to })
    for (const comment of comments) await tx.put('comments', { ...comment, imageUrl: to })
    for (const user of users) await tx.put('users', withPhotosMoved(user, from, to))
    tx.putMeta(from, to)
  }
  await tx.remove('uploads', upload)
}

/**
 * Remove the pictures that `row` showed and no row shows now: it was removed, or shows others. Only
 * those of its own user: nobody takes a picture from somebody else by showing it for a while.
 */
export async function forgetPictures(
  tx: Transaction,
  row: PostRow | CommentRow | UserRow,
): Promise<void> {
  for (const url of picturesOf(row)) {
    const upload = await tx.get('uploads', url.slice(UPLOADS.length))
    if (upload?.userId !== ('userId' in row ? row.userId : row._id)) continue
    const shown = await Promise.all(addressesOf(upload).map((one) => rowsThatShow(tx, one)))
    if (shown.flatMap(Object.values).flat().length === 0) await tx.remove('uploads', upload)
  }
}

/** A path takes the `_id` as well as the short `id`. */
function addressesOf({ _id, id }: UploadRow): string[] {
  return [UPLOADS + _id, UPLOADS + id]
}

async function rowsThatShow(tx: Transaction, url: string) {
  return {
    posts: await tx.listBy('posts', PICTURE, url),
    comments: await tx.listBy('comments', PICTURE, url),
    users: await tx.listBy('users', PICTURE, url),
  }
}

function withPhotosMoved(user: UserRow, from: string, to: string): UserRow {
  const moved = (photo: UserRow['profilePhoto']) =>
    photo.chosen === from ? { ...photo, chosen: to } : photo
  return { ...user, profilePhoto: moved(user.profilePhoto), coverPhoto: moved(user.coverPhoto) }
}
