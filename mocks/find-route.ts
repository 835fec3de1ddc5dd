import { type CallName, calls } from '../src/contract/calls.ts'
import { paramsOf, withoutSlash } from './domain/rule-paths.ts'
import { replyToHead } from './head.ts'

/** The call of the contract that matches a request, with the parameters of its path. */
export type Route = { name: CallName; params: Record<string, string> }

/** @param route `undefined` when no call of the contract matches */
type Handle = (request: Request, route?: Route) => Promise<Response>
/** A host's way to find the call of a request, which it passes on. */
export type Router = (handle: Handle) => (request: Request) => Promise<Response>

/** Finds the call of each request by its path, for hosts without MSW or Hono, such as the Lab. */
export const routedByPath: Router = (handle) => (given) =>
  replyToHead(given, async (request) => handle(request, findRoute(request)))

/** The first call of the contract that a request matches. */
function findRoute({ method, url }: Request): Route | undefined {
  const path = withoutSlash(new URL(url).pathname)
  for (const name of Object.keys(calls) as CallName[]) {
    const [callMethod, pattern = ''] = name.split(' ')
    const params = callMethod === method ? paramsOf(pattern, path) : undefined
    if (params && Object.values(params).every((value) => value !== '')) return { name, params }
  }
  return undefined
}
