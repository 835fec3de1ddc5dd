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
