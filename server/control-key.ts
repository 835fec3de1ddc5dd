import { ApiError } from '../mocks/api-error.ts'
import type { Host } from '../mocks/host.ts'
import { isEqual } from './metrics/access.ts'

const HEADER = 'Gearheads-Control-Key'

/** Lets only who sends the key use the controls (docs/product.md#R13.19). The description of the API stays open. */
export function demandControlKey(key: string): Host['admitControl'] {
  return (name, headers) => {
    if (name === 'GET /api/openapi.json' || isEqual(headers.get(HEADER) ?? '', key)) return
    throw new ApiError({
      status: 403,
      text: `The controls need the key of this server in the header ${HEADER}.`,
    })
  }
}
