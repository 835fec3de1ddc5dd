import { refusals } from '../../src/contract/refusals.ts'
import { UPLOADS, type uploadCalls } from '../../src/contract/uploads.ts'
import { addressAfterMove, moveUpload } from '../pictures/kept-pictures.ts'
import { pictureType } from '../pictures/picture-type.ts'
import { Refused } from '../refused.ts'
import { expireLater } from '../store/expiry.ts'
import { timestamp } from '../store/timestamp.ts'
import type { Handlers } from './handler.ts'
import { mustFindUpload } from './must-find.ts'

const MAX_BYTES = 10_000_000

export const uploadHandlers: Handlers<keyof typeof uploadCalls> = {
  async 'POST /api/uploads'({ tx, viewer, body }) {
    if (body.file.size > MAX_BYTES) throw new Refused(refusals.largePicture)
    const bytes = await body.file.arrayBuffer()
    const type = pictureType(bytes)
    if (!type) throw new Refused(refusals.noPicture)
    const now = timestamp()
    const fields = { userId: viewer._id, type, bytes, createdAt: now, updatedAt: now }
    const { _id, id } = await tx.insert('uploads', fields)
    expireLater(tx, { kind: 'upload', _id, id })
    return { secure_url: UPLOADS + _id }
  },

  async 'GET /api/uploads/:id'({ tx, params, headers }) {
    const movedTo = await addressAfterMove(tx, UPLOADS + params.id)
    if (movedTo) {
      headers.set('Location', movedTo)
      return new Blob()
    }
    const { type, bytes } = await mustFindUpload(tx, params.id)
    headers.set('Cache-Control', 'public, max-age=31536000, immutable')
    // Opened in a tab of its own it is a picture and nothing else, whatever is in it.
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Content-Security-Policy', "sandbox; default-src 'none'")
    return new Blob([bytes], { type })
  },

  async 'POST /api/uploads/:id/moved'({ tx, viewer, params, body }) {
    const upload = await mustFindUpload(tx, params.id)
    if (upload.userId !== viewer._id) throw new Refused(refusals.moveForeignUpload)
    await moveUpload(tx, upload, body.secure_url)
    return body
  },
}
