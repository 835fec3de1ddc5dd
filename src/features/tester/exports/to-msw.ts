import { literal, quoteJs } from './javascript.ts'
import type { Recorded } from './steps.ts'

/** A script that repeats what was recorded, for each address in its order; the last reply stays. */
const REPLAY = `import { HttpResponse, http } from 'msw'

/** Replies in the recorded order; the last reply stays. Other queries pass to the next handler. */
function replay(search, ...replies) {
  return ({ request }) => {
    if (new URL(request.url).search !== search) return undefined
    return (replies.length > 1 ? replies.shift() : replies[0])()
  }
}

export const handlers = [
`

/** Writes handlers for MSW 2 and 3 that answer as recorded. */
export function toMsw(exchanges: readonly Recorded[]): string {
  const handlers = Map.groupBy(exchanges, ({ request }) => {
    const { method, endpoint } = request
    const { origin, pathname, search } = new URL(endpoint, location.href)
    const address = pattern(origin === location.origin ? '' : origin, pathname)
    return `http.${method.toLowerCase()}(${address}, replay(${quoteJs(search)},`
  })
  const lines = [...handlers].map(([start, group]) => {
    const replies = group.flatMap(({ answer, isCut }) => (answer && !isCut ? [reply(answer)] : []))
    if (replies.length === 0)
      return `  // ${start} …)): the history keeps no responses over 200 kB.\n`
    return `  ${start}\n${replies.map((code) => `    ${code},\n`).join('')}  )),\n`
  })
  return `${REPLAY}${lines.join('')}]\n`
}

/** Paths of this app match at any origin. Others than plain ones would be read as patterns by MSW. */
function pattern(origin: string, path: string): string {
  if (/^[\w\-./~%]*$/.test(path)) return quoteJs(`${origin || '*'}${path}`)
  const escaped = (origin + path).replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return `new RegExp(${quoteJs(`${escaped}$`)})`
}

function reply({ status, text, headers }: NonNullable<Recorded['answer']>): string {
  const init = `{ status: ${status} }`
  if (text === '' || [204, 205, 304].includes(status))
    return `() => new HttpResponse(null, ${init})`
  try {
    return `() => HttpResponse.json(${literal(JSON.parse(text), 4)}, ${init})`
  } catch {
    const type = literal({ 'content-type': headers['content-type'] ?? 'text/plain' }, 4)
    return `() => new HttpResponse(${quoteJs(text)}, { status: ${status}, headers: ${type} })`
  }
}
