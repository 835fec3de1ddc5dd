import { encode } from 'jose/base64url'
import { ApiError } from './api-error.ts'
import type { Host } from './host.ts'

const HEADER = 'Gearheads-Control-Key'

/**
 * Lets only who sends the key use the controls (docs/product.md#R13.19). The description of the API stays open.
 * @param hash of the key, so that a worker whose code anybody can read does not tell the key
 */
export function demandControlKey(hash: string): Host['admitControl'] {
  return async (name, headers) => {
    if (name === 'GET /api/openapi.json') return
    if ((await hashOfKey(headers.get(HEADER) ?? '')) === hash) return
    throw new ApiError({
      status: 403,
      text: `The controls need their key in the header ${HEADER}.`,
    })
  }
}

export async function hashOfKey(key: string): Promise<string> {
  const bytes = new TextEncoder().encode(key)
  return encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
