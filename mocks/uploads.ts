import { UPLOADS } from '../src/contract/uploads.ts'
import { PICTURE, picturesOf, type UploadRow, type UserRow } from './db/rows.ts'
import type { Transaction } from './db/transaction.ts'

/** Where a picture is now: who writes about one while it moves means the same picture. */
export async function currentUrl(
  tx: Transaction,
  url: string | null | undefined,
): Promise<string | undefined> {
  return url ? (((await tx.getMeta(url)) as string | undefined) ?? url) : undefined
}

/** Let every row that shows this picture show it from `to`, and keep the way there. */
export async function moveUpload(tx: Transaction, upload: UploadRow, to: string): Promise<void> {
  for (const id of [upload._id, upload.id]) {
    const from = UPLOADS + id
    const { posts, comments, users } = await rowsThatShow(tx, from)
    for (const post of posts) await tx.put('posts', { ...post, imageUrl: to })
    for (const comment of comments) await tx.put('comments', { ...comment, imageUrl: to })
    for (const user of users) await tx.put('users', withPhotosMoved(user, from, to))
    tx.putMeta(from, to)
  }
  await tx.remove('uploads', upload)
}

/** Remove the pictures that `row` showed and no row shows now: it was removed, or shows others. */
export async function forgetPictures(tx: Transaction, row: object): Promise<void> {
  for (const url of picturesOf(row)) {
    const shown = await rowsThatShow(tx, url)
    if (Object.values(shown).flat().length > 0) continue
    const upload = await tx.get('uploads', url.slice(UPLOADS.length))
    if (upload) await tx.remove('uploads', upload)
  }
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
