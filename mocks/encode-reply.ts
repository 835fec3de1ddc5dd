import { stringifyInSlices } from './slices.ts'

/** A body counts from its creation on, when nothing has read it yet. */
const lengths = new WeakMap<Response, number>()

/** A reply whose length {@link replyLength} knows, for hosts that limit the replies in memory. */
export function measuredReply(body: string | Blob, init: ResponseInit): Response {
  const response = new Response(body, init)
  lengths.set(response, typeof body === 'string' ? body.length : body.size)
  return response
}

/** The length of a reply's body in characters or bytes, 0 if it is not known. */
export function replyLength(response: Response): number {
  return lengths.get(response) ?? 0
}

/** The reply of a call: JSON, or the bytes of a picture. @param countReply see `Host` */
export async function encodeReply(
  reply: unknown,
  { status, binary }: { status: number; binary?: true },
  headers: Headers,
  countReply: (bytes: number) => void,
): Promise<Response> {
  if (binary) {
    const { type } = reply as Blob
    // In Node, Hono's faster `Response` does not take it from the body.
    if (type) headers.set('Content-Type', type)
    return measuredReply(reply as Blob, { status: headers.has('Location') ? 302 : 200, headers })
  }
  headers.set('Content-Type', 'application/json')
  return measuredReply(await stringifyInSlices(reply as object, countReply), { status, headers })
}
