import * as v from 'valibot'
import { type CallTable, json } from './call.ts'
import { textUpTo } from './checks.ts'
import { apiErrors } from './errors.ts'
import { TEXT_LIMITS } from './text-limits.ts'

/**
 * The device's own image host, for use without an account at a real one or without a network. It takes the same form
 * and returns the same `secure_url` as the real host (R10.3), so that one client serves both; it ignores other fields.
 */
export const uploadCalls = {
  'POST /api/uploads': {
    summary: 'Store a picture.',
    offline: 'here',
    change: 'Picture',
    byCourier: 'shown',
    auth: true,
    form: true,
    writes: true,
    status: 201,
    body: v.object({ file: v.blob() }),
    reply: v.object({ secure_url: v.string() }),
    refuses: [apiErrors.noPicture, apiErrors.hugePicture, apiErrors.largePicture],
  },
  'GET /api/uploads/:id': {
    summary: 'A picture, or a redirect to its current address.',
    offline: 'here',
    binary: true,
    status: 200,
    reply: v.blob(),
    refuses: [apiErrors.unknownUpload],
  },
  'POST /api/uploads/:id/moved': {
    summary:
      "Set the address of one of the viewer's own pictures, which has moved to the image host.",
    offline: 'club',
    auth: true,
    writes: true,
    status: 201,
    ...json(
      v.object({
        secure_url: v.pipe(
          textUpTo(TEXT_LIMITS.url),
          v.regex(/^https?:\/\/\S+$/i, 'must be an http(s) address'),
        ),
      }),
      { secure_url: 'https://pictures.example/ride.webp' },
    ),
    reply: v.object({ secure_url: v.string() }),
    refuses: [apiErrors.moveForeignUpload, apiErrors.movedElsewhere, apiErrors.unknownUpload],
  },
} as const satisfies CallTable
