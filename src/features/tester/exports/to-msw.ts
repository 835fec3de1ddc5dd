import { literal, type Recorded } from './recorded.ts'

const HEAD = `import { HttpResponse, http } from 'msw'

/** Replies in the recorded order; the last reply stays. Other queries pass to the next handler. */
function replay(search, ...replies) {
  return ({ request }) => {
    if (new URL(request.url).search !== search) return undefined
    const [body, init] = replies.length > 1 ? replies.shift() : replies[0]
    return init.headers ? new HttpResponse(body, init) : HttpResponse.json(body, init)
  }
}

export const handlers = [
`

/** Why handlers cannot answer a request. */
export function replyProblem({ answer, isCut }: Recorded): string | undefined {
  if (!answer) return 'it has no reply yet'
  return isCut ? 'its reply is too large to be kept' : undefined
}

/** Writes handlers for MSW 2 and 3 that answer as recorded. */
export function toMsw(exchanges: readonly Recorded[]): string {
  const kept = exchanges.filter((exchange) => !replyProblem(exchange))
  const calls = Map.groupBy(kept, ({ request: { method, endpoint } }) => {
    const { origin, pathname, search } = new URL(endpoint, location.href)
    const address = pattern(origin === location.origin ? '' : origin, pathname)
    return `http.${method.toLowerCase()}(${address}, replay(${literal(search)}`
  })
  const handlers = [...calls].map(([start, recorded]) => {
    const replies = recorded.flatMap(({ answer }) => (answer ? literal(toReply(answer)) : []))
    return `  ${[start, ...replies].join(', ')})),\n`
  })
  return `${HEAD}${handlers.join('')}]\n`
}

/** Paths of this app match at any origin. Others than plain ones would be read as patterns by MSW. */
function pattern(origin: string, path: string): string {
  if (/^[\w\-./~%]*$/.test(path)) return literal(`${origin || '*'}${path}`)
  const escaped = (origin + path).replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return `new RegExp(${literal(`${escaped}$`)})`
}

/** The body and the init of a reply. One without `headers` is JSON. */
function toReply({ status, text, headers }: NonNullable<Recorded['answer']>) {
  if (text === '' || [204, 205, 304].includes(status)) return [null, { status, headers: {} }]
  try {
    return [JSON.parse(text), { status }]
  } catch {
    const type = headers['content-type'] ?? 'text/plain'
    return [text, { status, headers: { 'content-type': type } }]
  }
}
