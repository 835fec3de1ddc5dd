import type { ContentPicture } from '../../src/contract/entities.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { ApiError } from '../api-error.ts'
import { reportsOf } from '../reports/reports.ts'
import { expireLater } from '../store/expiry.ts'
import { isUuid } from '../store/ids.ts'
import {
  type CommentRow,
  PICTURE,
  type PostRow,
  picturesOf,
  type UploadRow,
  type UserRow,
} from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'

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
  if (tx.origin === 'copy') return url
  const movedTo = await addressAfterMove(tx, url)
  if (movedTo) return movedTo
  const id = url.slice(UPLOADS.length)
  if (isUuid(id) && (await tx.has('uploads', id))) return url
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

/** Makes every row that shows this picture show it from `to`. Its old address redirects there for a day. */
export async function moveUpload(tx: Transaction, upload: UploadRow, to: string): Promise<void> {
  const from = UPLOADS + upload._id
  for (const post of await tx.listBy('posts', PICTURE, from))
    await tx.put('posts', withPictureMoved(post, from, to))
  for (const comment of await tx.listBy('comments', PICTURE, from))
    await tx.put('comments', withPictureMoved(comment, from, to))
  for (const user of await tx.listBy('users', PICTURE, from))
    await tx.put('users', withPhotosMoved(user, from, to))
  tx.putEntry('moved', from, to)
  expireLater(tx, { kind: 'moved', id: from })
  await removeUpload(tx, upload)
}

/**
 * Removes an upload, which ends its address. A report that waits keeps the bytes as its own, where nobody but the
 * organiser reads them: not even the author learns that there is one, shows the picture again, or replaces it.
 */
async function removeUpload(tx: Transaction, ids: UploadIds): Promise<void> {
  const url = UPLOADS + ids._id
  const upload = (await reportsOf(tx).keeps(url)) && (await tx.get('uploads', ids._id))
  if (upload) reportsOf(tx).putFile(url, { type: upload.type, bytes: upload.bytes })
  // Removing a row needs only its ids.
  await tx.remove('uploads', ids as UploadRow)
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
    if (userId === ownerOf(row)) await removeUpload(tx, upload)
    else expireLater(tx, { kind: 'upload', _id, id })
  }
}

/** The `_id` of the user whose content or profile the row is. */
function ownerOf(row: PostRow | CommentRow | UserRow): string {
  return 'userId' in row ? row.userId : row._id
}

/** Removes an upload unless a row shows it. */
export async function removeUnlessShown(tx: Transaction, upload: UploadIds): Promise<void> {
  if (!(await tx.has('uploads', upload._id)) || (await isShown(tx, upload))) return
  await removeUpload(tx, upload)
}

type UploadIds = Pick<UploadRow, '_id' | 'id'>

/** Whether a row shows a picture, so that everybody may see it. */
export async function isShown(tx: Transaction, { _id }: UploadIds): Promise<boolean> {
  const tables = ['posts', 'comments', 'users'] as const
  const lists = tables.map((table) => tx.listBy(table, PICTURE, UPLOADS + _id, { limit: 1 }))
  return (await Promise.all<object[]>(lists)).flat().length > 0
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
