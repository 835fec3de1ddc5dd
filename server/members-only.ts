import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../mocks/api-error.ts'
import type { Database } from '../mocks/database.ts'
import { readTime } from '../mocks/domain/settings.ts'
import {
  readTyped,
  type Session,
  sessionOf,
  signTyped,
  userOfSession,
  userOfToken,
} from '../mocks/domain/token.ts'
import type { UserRow } from '../mocks/store/tables.ts'
import { CHANGES_PATH, KEYS_PATH } from '../src/contract/changes.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { PUSH_PATH } from '../src/contract/push.ts'
import { UPLOADS } from '../src/contract/uploads-path.ts'
import { TOKENS_HEADER } from '../sync/protocol.ts'
import { bearerToken, type Env, type Member } from './access.ts'

/** Everything that strangers can request. Any other route of `/api`, also one to come, is for members. */
const OPEN = [
  'POST /api/auth/login',
  'POST /api/auth/signup',
  'POST /api/auth/verify',
  // By a phone that has removed the token.
  'POST /api/auth/logout',
  'GET /api/openapi.json',
  `GET ${KEYS_PATH}`,
  // The public key of push. A log-out, which has no token any more, ends a subscription by its secret address.
  `GET ${PUSH_PATH}`,
  `DELETE ${PUSH_PATH}`,
]

/** The type of the token in the cookie, so that it cannot pass for a session (`token.ts`). */
const TYPE = 'pictures'

type Options = {
  database: Database
  /** See {@link cookieOf}. */
  cookie: string
  trustProxy: boolean
  /** Whether others are rejected. */
  isRequired: boolean
}

/** The name of the cookie of a club. All ports of a host share their cookies. */
export function cookieOf(club: string): string {
  return `gearheads-pictures-${club.slice(0, 8)}`
}

/**
 * Finds out which member reads, and at a club for members only rejects requests without a member's token, whatever they request
 * (R3.26). Elements with pictures and event streams
 * cannot send headers. For them, and only to read, each request with a token gets a cookie: it shows nothing else, and
 * writes nothing. It is not `HttpOnly`, so that a log-out without a network ends it; scripts have the session anyway.
 * @throws ApiError 404, as without a token everywhere
 */
export function findMember({
  database,
  cookie,
  trustProxy,
  isRequired,
}: Options): MiddlewareHandler<Env> {
  const readUser = (token: string) => database.readUnlocked((tx) => userOfToken(tx, token))

  /** The user of the cookie, whose claims are the session that has got it. */
  const readCookie = (token: string): Promise<UserRow | undefined> =>
    database.readUnlocked(async (tx) => {
      const session = (await readTyped(tx, TYPE, token)) as Session | undefined
      return session && userOfSession(tx, session, await readTime(tx))
    })

  const newCookie = (token: string, isSecure: boolean): Promise<string> =>
    database.readUnlocked(async (tx) => {
      const session = await sessionOf(tx, token)
      if (!session) throw new Error('A valid token has a session')
      const seconds = Math.ceil(session.exp - (await readTime(tx)) / 1000)
      const value = await signTyped(tx, TYPE, session)
      const secure = isSecure ? '; Secure' : ''
      return `${cookie}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`
    })

  async function memberByHeader(c: Context<Env>): Promise<Member | undefined> {
    // A device synchronizes for all its users.
    const given = [bearerToken(c.env.incoming), ...(c.req.header(TOKENS_HEADER)?.split(',') ?? [])]
    for (const token of given.slice(0, MAX_TOKENS)) {
      const user = token && (await readUser(token))
      if (!user) continue
      const sent = cookieIn(c, cookie)
      if (!sent || !(await readCookie(sent)))
        c.env.outgoing.setHeader('Set-Cookie', await newCookie(token, isSecure(c, trustProxy)))
      return memberOf(database, token)
    }
    return undefined
  }

  async function memberByCookie(c: Context<Env>): Promise<Member | undefined> {
    const token = showsByElement(c) ? cookieIn(c, cookie) : undefined
    const user = token && (await readCookie(token))
    if (!user) return undefined
    return { _id: user._id, isOpen: async () => (await readCookie(token)) !== undefined }
  }

  return async (c, next) => {
    // A page on another port of this host is the same site, and could show pictures.
    if (isRequired) c.env.outgoing.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
    if (OPEN.includes(`${readMethod(c)} ${c.req.path}`)) return next()
    const member = (await memberByHeader(c)) ?? (await memberByCookie(c))
    if (!member && isRequired) throw new ApiError(apiErrors.notRegistered)
    if (member) c.set('member', member)
    await next()
  }
}

/** Who reads, by a token; `undefined` if it is not valid. */
export async function memberOf(database: Database, token: string): Promise<Member | undefined> {
  const readUser = () => database.readUnlocked((tx) => userOfToken(tx, token))
  const user = token ? await readUser() : undefined
  return user && { _id: user._id, isOpen: async () => (await readUser()) !== undefined }
}

/** Those of ten users, and the one of the request. */
const MAX_TOKENS = 11

function readMethod({ req }: Context<Env>): string {
  return req.method === 'HEAD' ? 'GET' : req.method
}

/** Whether an element of the page can send such a request: a picture, or the stream of changes. */
function showsByElement(c: Context<Env>): boolean {
  const { path } = c.req
  return readMethod(c) === 'GET' && (path === CHANGES_PATH || path.startsWith(UPLOADS))
}

function cookieIn({ req }: Context<Env>, name: string): string | undefined {
  const pairs = req.header('Cookie')?.split('; ') ?? []
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

function isSecure({ env, req }: Context<Env>, trustProxy: boolean): boolean {
  const isProxied = trustProxy && req.header('X-Forwarded-Proto')?.split(',').at(-1) === 'https'
  return isProxied || 'encrypted' in env.incoming.socket
}
