import { REFERENCE } from '../request/request-model.ts'
import { makeValue } from '../saved/variables.ts'
import type { Recorded } from './exported.ts'
import { literal } from './javascript.ts'

const HEAD = `import { HttpResponse, http } from 'msw'

/** Replies in the recorded order; the last reply stays. Queries other than \`search\` pass to the next handler. */
function replay(search, ...replies) {
  return ({ request }) => {
    if (search !== undefined && new URL(request.url).search !== search) return undefined
    const [body, init] = replies.length > 1 ? replies.shift() : replies[0]
    return init.headers ? new HttpResponse(body, init) : HttpResponse.json(body, init)
  }
}

export const handlers = [
`

/** The requests that handlers cannot answer, each with the reason. */
export const unansweredIn = (exchanges: readonly Recorded[]): string[] =>
  exchanges.flatMap((one) => {
    const problem = problemOf(one)
    return problem ? `${one.name ?? one.request.method} ${one.request.endpoint}: ${problem}` : []
  })

function problemOf({ answer, isCut, template }: Recorded): string | undefined {
  if (!answer) return 'it has no reply yet'
  if (isCut) return 'its reply is too large to be kept'
  const [path = ''] = template?.endpoint.split('?') ?? []
  return hasMadeValue(path) ? 'its path has a value that is made when it is sent' : undefined
}

/** The value changes with each request. */
const hasMadeValue = (text = '') =>
  (text.match(REFERENCE) ?? []).some((found) => makeValue(found.slice(2, -2).trim()))
const takesAny = ({ template }: Recorded) => hasMadeValue(template?.endpoint)

/** Writes handlers for MSW 2 and 3 that answer as recorded. */
export function writeMsw(exchanges: readonly Recorded[]): string {
  // Those of any query would hide others of their path.
  const kept = exchanges
    .filter((one) => !problemOf(one))
    .toSorted((a, b) => Number(takesAny(a)) - Number(takesAny(b)))
  const calls = Map.groupBy(kept, (one) => {
    const { method, endpoint } = one.request
    const { origin, pathname, search } = new URL(endpoint, location.href)
    const address = pattern(origin === location.origin ? '' : origin, pathname)
    const query = takesAny(one) ? 'undefined' : literal(search)
    return `http.${method.toLowerCase()}(${address}, replay(${query}`
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
