import * as v from 'valibot'
import type { CallTable } from './call.ts'
import { apiErrors } from './errors.ts'

/**
 * The device's own image host, for use without an account at a real one or without a network. It takes the same form
 * and returns the same `secure_url` as the real host (R10.3), so that one client serves both; it ignores other fields.
 */
export const uploadCalls = {
  'POST /api/uploads': {
    summary: 'Store a picture in the back end.',
    auth: true,
    form: true,
    status: 201,
    body: v.object({ file: v.blob() }),
    reply: v.object({ secure_url: v.string() }),
    refuses: [apiErrors.noPicture, apiErrors.largePicture],
  },
  'GET /api/uploads/:id': {
    summary: 'A picture, or a redirect to its current address.',
    binary: true,
    status: 200,
    reply: v.blob(),
    refuses: [apiErrors.unknownUpload],
  },
  'POST /api/uploads/:id/moved': {
    summary: "Set the new address of one of the viewer's own pictures.",
    auth: true,
    status: 201,
    body: v.object({
      secure_url: v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/i, 'must be an http(s) address')),
    }),
    reply: v.object({ secure_url: v.string() }),
    refuses: [apiErrors.moveForeignUpload, apiErrors.movedElsewhere, apiErrors.unknownUpload],
  },
} as const satisfies CallTable
