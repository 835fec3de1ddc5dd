import type { IncomingMessage } from 'node:http'
import { ApiError } from '../mocks/api-error.ts'

/** Twice the largest picture. */
const MAX_BODY_BYTES = 20_000_000

/** A path with a query. A second slash would start a host: `//elsewhere.test/api`. */
const TARGET = /^\/(?![/\\])/

/**
 * The whole request as a `Request`. Its URL has the path and the query of the request line, and a fixed
 * origin: what a client sends never decides which host it names.
 * @throws ApiError 400 when the request line names no path, 413 when the body is too large
 */
export async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = '', url = '', headersDistinct } = incoming
  if (!TARGET.test(url)) {
    throw new ApiError({ status: 400, text: 'The request must name a path, such as /api/posts.' })
  }
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readBytes(incoming)
  try {
    return new Request(`http://localhost${url}`, { method, headers, body })
  } catch {
    // Such as TRACE, which fetch forbids.
    throw new ApiError({ status: 400, text: `This API does not know the method ${method}.` })
  }
}

/** The body; the rest of one that is too large is left unread. */
async function readBytes(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = { status: 413, text: 'The body is larger than 20 MB.' }
  if (Number(incoming.headers['content-length']) > MAX_BODY_BYTES) throw new ApiError(tooLarge)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) break
      chunks.push(chunk)
    }
  } catch {
    throw new ApiError({ status: 400, text: 'The body ended too early.' })
  }
  if (size > MAX_BODY_BYTES) throw new ApiError(tooLarge)
  return Buffer.concat(chunks)
}
