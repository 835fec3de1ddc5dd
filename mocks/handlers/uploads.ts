import { apiErrors } from '../../src/contract/errors.ts'
import type { uploadCalls } from '../../src/contract/uploads.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { ApiError } from '../api-error.ts'
import { addressAfterMove, isShown, moveUpload } from '../domain/kept-pictures.ts'
import { MAX_PIXELS, pixelsOf } from '../domain/picture-size.ts'
import { pictureType } from '../domain/picture-type.ts'
import type { Host } from '../host.ts'
import { expireLater } from '../store/expiry.ts'
import { timestamp } from '../store/timestamp.ts'
import type { Handlers } from './handler.ts'
import { mustFindUpload } from './rows.ts'

const MAX_BYTES = 10_000_000

export const uploadHandlers: Handlers<keyof typeof uploadCalls> = {
  async 'POST /api/uploads'({ tx, viewer, body }) {
    if (body.file.size > MAX_BYTES) throw new ApiError(apiErrors.largePicture)
    const bytes = await body.file.arrayBuffer()
    const type = pictureType(bytes)
    const pixels = type ? pixelsOf(bytes, type) : 0
    if (!type || pixels === 0) throw new ApiError(apiErrors.noPicture)
    if (pixels > MAX_PIXELS) throw new ApiError(apiErrors.hugePicture)
    const now = timestamp(tx.now)
    const fields = { userId: viewer._id, type, bytes, createdAt: now, updatedAt: now }
    const { _id, id } = await tx.insert('uploads', fields)
    expireLater(tx, { kind: 'upload', _id, id })
    return { secure_url: UPLOADS + _id }
  },

  async 'GET /api/uploads/:id'({ tx, params, headers, host }) {
    const movedTo = await addressAfterMove(tx, UPLOADS + params.id)
    if (movedTo) {
      headers.set('Location', movedTo)
      return new Blob()
    }
    const upload = await mustFindUpload(tx, params.id)
    const { type, bytes, userId } = upload
    const isOpen = host.readerId === undefined || (await isShown(tx, upload))
    if (!isOpen && userId !== host.readerId) throw new ApiError(apiErrors.unknownUpload)
    if (isOpen && !host.membersOnly)
      headers.set('Cache-Control', 'public, max-age=31536000, immutable')
    // Opened in its own tab, it is shown as a picture even if its bytes contain HTML or a script.
    headers.set('Content-Security-Policy', "sandbox; default-src 'none'")
    return new Blob([bytes], { type })
  },

  async 'POST /api/uploads/:id/moved'({ tx, viewer, params, body, host }) {
    const upload = await mustFindUpload(tx, params.id)
    if (upload.userId !== viewer._id) throw new ApiError(apiErrors.moveForeignUpload)
    const secure_url = urlOnImageHost(body.secure_url, host)
    await moveUpload(tx, upload, secure_url)
    return { secure_url }
  },
}

/**
 * The normalized `url`. The old address of a picture redirects to it, so it must not lead elsewhere:
 * https://cheatsheetseries.owasp.org/cheatsheets/Unvalidated_Redirects_and_Forwards_Cheat_Sheet.html
 * @throws ApiError 400 when it is not on the image host, or no image host is set
 */
function urlOnImageHost(url: string, { imageHost }: Pick<Host, 'imageHost'>): string {
  const href = URL.canParse(url) ? new URL(url).href : ''
  if (!imageHost || !href.startsWith(new URL(imageHost).href)) {
    throw new ApiError(apiErrors.movedElsewhere)
  }
  return href
}
