/**
 * Replies to HEAD as to GET, without the body (RFC 9110, 9.3.2; docs/product.md#R12.25). Hosts call it first, so that
 * no other code handles HEAD.
 */
export async function replyToHead(
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method !== 'HEAD') return handle(request)
  const { url, headers, signal } = request
  const response = await handle(new Request(url, { headers, signal }))
  // A forced failure without a reply stays one.
  return response.status === 0 ? response : new Response(null, response)
}
