import type { ContentPicture } from '../../src/contract/entities.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { ApiError } from '../api-error.ts'
import { expireLater } from '../data/expiry.ts'
import {
  type CommentRow,
  PICTURE,
  type PostRow,
  picturesOf,
  type UploadRow,
  type UserRow,
} from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'

/**
 * The address at which a row shows the picture of `url`, which may have been moved meanwhile.
 * @throws ApiError 400 that names `field`, when `url` is ours but no picture is stored at it
 */
export async function currentUrl(
  tx: Transaction,
  url: string | null | undefined,
  field: string,
): Promise<string | undefined> {
  if (!url?.startsWith(UPLOADS)) return url || undefined
  // A device has only its own pictures, and the club checks the others.
  if (tx.isCopied) return url
  const movedTo = await addressAfterMove(tx, url)
  if (movedTo) return movedTo
  if (await tx.has('uploads', url.slice(UPLOADS.length))) return url
  throw new ApiError({ status: 400, text: `${field}: ${apiErrors.unknownUpload.text}` })
}

type PictureFields = Pick<PostRow, 'imageUrl' | 'imageAlt' | 'images'>
type Given = { url?: string | null; alt?: string | null }
/** The pictures in the body of a new or edited post or comment. */
type GivenPictures = { imageUrl?: string | null; imageAlt?: string | null; images?: Given[] | null }

/**
 * The pictures of a new post or comment, each once. A description without a picture is dropped, a blank one too.
 * @throws ApiError as {@link currentUrl} does
 */
export async function pictureFields(
  tx: Transaction,
  { imageUrl, imageAlt, images: given }: GivenPictures,
): Promise<PictureFields> {
  const all: Given[] = given?.length ? given : [{ url: imageUrl, alt: imageAlt }]
  const images: ContentPicture[] = []
  for (const [index, { url, alt }] of all.entries()) {
    const current = await currentUrl(tx, url, given?.length ? `images.${index}.url` : 'imageUrl')
    if (!current || images.some((one) => one.url === current)) continue
    images.push({ url: current, alt: alt?.trim() || undefined })
  }
  const [first] = images
  return {
    imageUrl: first?.url,
    imageAlt: first?.alt,
    images: images.length > 1 ? images : undefined,
  }
}

/** Those of an edit, if it has some or says that there are none. */
export async function editedPictures(
  tx: Transaction,
  body: GivenPictures,
): Promise<Partial<PictureFields>> {
  const isChanged = body.imageUrl !== undefined || body.images !== undefined
  return isChanged ? pictureFields(tx, body) : {}
}

/** Where a picture is since {@link moveUpload}. Known for a day. */
export async function addressAfterMove(tx: Transaction, url: string): Promise<string | undefined> {
  return (await tx.getEntry('moved', url)) as string | undefined
}

/** Makes every row that shows this picture show it from `to`. Its old addresses redirect there for a day. */
export async function moveUpload(tx: Transaction, upload: UploadRow, to: string): Promise<void> {
  for (const from of addressesOf(upload)) {
    const { posts, comments, users } = await rowsThatShow(tx, from)
    for (const post of posts) await tx.put('posts', withPictureMoved(post, from, to))
    for (const comment of comments) await tx.put('comments', withPictureMoved(comment, from, to))
    for (const user of users) await tx.put('users', withPhotosMoved(user, from, to))
    for (const report of await tx.reports.keeping(from)) {
      const pictures = report.copy.pictures.map((url) => (url === from ? to : url))
      tx.reports.releasePictures(report)
      tx.reports.put({ ...report, copy: { ...report.copy, pictures } })
    }
    tx.putEntry('moved', from, to)
    expireLater(tx, { kind: 'moved', id: from })
  }
  await tx.remove('uploads', upload)
}

/**
 * Removes pictures that `row` showed and that no row shows now, because it was removed or changed. Pictures of
 * another user stay for a day, because that user may be about to show them.
 */
export async function removeUnusedPictures(
  tx: Transaction,
  row: PostRow | CommentRow | UserRow,
): Promise<void> {
  for (const url of picturesOf(row)) {
    const upload = await tx.get('uploads', url.slice(UPLOADS.length))
    if (!upload || (await isShown(tx, upload))) continue
    const { _id, id, userId } = upload
    if (userId === ownerOf(row)) await tx.remove('uploads', upload)
    else expireLater(tx, { kind: 'upload', _id, id })
  }
}

/** The `_id` of the user whose content or profile the row is. */
function ownerOf(row: PostRow | CommentRow | UserRow): string {
  return 'userId' in row ? row.userId : row._id
}

/** Removes the picture at this address, if it is stored here, unless a row shows it. */
export async function removeAtUnlessShown(tx: Transaction, url: string): Promise<void> {
  const upload = url.startsWith(UPLOADS) && (await tx.get('uploads', url.slice(UPLOADS.length)))
  if (upload) await removeUnlessShown(tx, upload)
}

/** Removes a picture unless a row shows it. Does not read its bytes. */
export async function removeUnlessShown(tx: Transaction, upload: UploadIds): Promise<void> {
  const { _id } = upload
  if (!(await tx.has('uploads', _id)) || (await isShown(tx, upload))) return
  // Removing a row needs only its ids.
  await tx.remove('uploads', upload as UploadRow)
}

type UploadIds = Pick<UploadRow, '_id' | 'id'>

async function isShown(tx: Transaction, upload: UploadIds): Promise<boolean> {
  const tables = ['posts', 'comments', 'users'] as const
  const lists = await Promise.all(
    addressesOf(upload).flatMap((url) => [
      ...tables.map((table) => tx.listBy(table, PICTURE, url, { limit: 1 })),
      tx.reports.keeping(url),
    ]),
  )
  return lists.flat().length > 0
}

/** A path accepts the `_id` and the short `id`. */
function addressesOf({ _id, id }: UploadIds): string[] {
  return [UPLOADS + _id, UPLOADS + id]
}

async function rowsThatShow(tx: Transaction, url: string) {
  return {
    posts: await tx.listBy('posts', PICTURE, url),
    comments: await tx.listBy('comments', PICTURE, url),
    users: await tx.listBy('users', PICTURE, url),
  }
}

function withPictureMoved<Row extends PostRow | CommentRow>(
  row: Row,
  from: string,
  to: string,
): Row {
  const { imageUrl, images } = row
  return {
    ...row,
    imageUrl: imageUrl === from ? to : imageUrl,
    images: images?.map((one) => (one.url === from ? { ...one, url: to } : one)),
  }
}

function withPhotosMoved(user: UserRow, from: string, to: string): UserRow {
  const movedUrl = (url: string) => (url === from ? to : url)
  const moved = (photo: UserRow['profilePhoto']) => ({
    ...photo,
    default: movedUrl(photo.default),
    chosen: movedUrl(photo.chosen),
  })
  return { ...user, profilePhoto: moved(user.profilePhoto), coverPhoto: moved(user.coverPhoto) }
}
