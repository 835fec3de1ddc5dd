import { withDefaults } from '../../../client/http.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { isClub } from '../../../pwa/club.ts'
import { bodyOf, headersOf, usernameOf } from '../request/tester-request.ts'
import { type Exchange, isOwnApi } from '../response/exchange.ts'

/** The part of an exchange that can be exported. A request that was not sent yet has no answer. */
export type Recorded = Pick<Exchange, 'request' | 'answer'> & Partial<Exchange>

/** A request that code repeats. */
export type Step = {
  method: string
  /** Absolute if the endpoint is a valid URL. */
  url: string
  headers: Record<string, string>
  data?: unknown
  /** The expected status. */
  status: number
  /** The user whose token is sent. Code requests a token of its own: those of this browser stay here. */
  user?: string
  /** Whether the worker answers: only pages of this browser reach it. */
  isDevice: boolean
}

const passwords = new Map<string, string>(Object.entries(seedPasswords))

/** @param viewer the user of the current session */
export function toStep({ request, answer }: Recorded, viewer?: string): Step {
  const { endpoint, auth } = request
  const url = URL.canParse(endpoint, location.href)
    ? new URL(endpoint, location.href).href
    : endpoint
  const typed = headersOf(request.headers)
  const data = withSeedPassword(bodyOf(request))
  const sent = withDefaults({ method: request.method, url, headers: typed, data })
  // The client adds it from a cookie of this browser.
  const { 'x-xsrf-token': _token, ...headers } = sent.headers
  const user = auth === 'session' ? viewer : usernameOf(auth)
  return {
    method: sent.method,
    url,
    headers,
    data: sent.data,
    status: answer?.status ?? 200,
    isDevice: !isClub && isOwnApi(url),
    // A typed header overrides the chosen user.
    ...(user && !headers.authorization && { user }),
  }
}

/** A recorded log-in of a seed user works again: their passwords are public. */
function withSeedPassword(data: unknown): unknown {
  const { username, password } = (data ?? {}) as { username?: unknown; password?: unknown }
  const known = password === '' && passwords.get(String(username))
  return known ? { ...(data as object), password: known } : data
}

/** A variable for the token of a user. The password is missing if only the user knows it. */
export type Token = { name: string; username: string; password?: string }

/** The tokens that steps need, by user, in the order of their first use: `token`, `token2`, … */
export function tokensOf(steps: readonly Step[]): Map<string | undefined, Token> {
  const users = new Set(steps.flatMap(({ user }) => user ?? []))
  return new Map(
    [...users].map((username, index) => {
      const name = `token${index ? index + 1 : ''}`
      return [username, { name, username, password: passwords.get(username) }]
    }),
  )
}

/** The address of `npm run api`. */
const PRACTICE_SERVER = 'http://localhost:4180'

/** The origin at which clients other than browsers reach the API of this app. */
export const reachableOrigin = () => (isClub ? location.origin : PRACTICE_SERVER)

/** The address of a step for clients other than browsers. */
export function reachableUrl({ url, isDevice }: Step): string {
  if (!isDevice) return url
  const { pathname, search } = new URL(url)
  return PRACTICE_SERVER + pathname + search
}

/** For the start of a script, if curl or Python cannot reach the API that was recorded. */
export function whereItRuns(steps: readonly Step[]): string[] {
  return steps.some(({ isDevice }) => isDevice)
    ? ['# Only this browser reaches its API. The same API, with data of its own: npm run api']
    : []
}
