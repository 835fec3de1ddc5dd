import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../mocks/api-error.ts'
import type { Database } from '../mocks/data/database.ts'
import type { UserRow } from '../mocks/data/tables.ts'
import { readTime } from '../mocks/domain/settings.ts'
import { readTyped, signTyped, userOfToken } from '../mocks/domain/token.ts'
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
  'GET /api/openapi.json',
  `GET ${KEYS_PATH}`,
  // The public key of push. A log-out, which has no token any more, ends a subscription by its secret address.
  `GET ${PUSH_PATH}`,
  `DELETE ${PUSH_PATH}`,
]

/** The type of the token in the cookie, so that it cannot pass for a session (`token.ts`). */
const TYPE = 'pictures'
/** As long as a session, in seconds. */
const VALID_FOR = 30 * 24 * 3600
type Claims = { _id: string; exp: number; session?: string }

type Options = {
  database: Database
  /** See {@link cookieOf}. */
  cookie: string
  trustProxy: boolean
}

/** The name of the cookie of a club. All ports of a host share their cookies. */
export function cookieOf(club: string): string {
  return `gearheads-pictures-${club.slice(0, 8)}`
}

/**
 * Rejects requests without a member's token, whatever they request (R3.26). Elements with pictures and event streams
 * cannot send headers. For them, and only to read, each request with a token gets a cookie: it shows nothing else, and
 * writes nothing. It is not `HttpOnly`, so that a log-out without a network ends it; scripts have the session anyway.
 * @throws ApiError 404, as without a token everywhere
 */
export function membersOnly({ database, cookie, trustProxy }: Options): MiddlewareHandler<Env> {
  const readUser = (token: string) => database.readUnlocked((tx) => userOfToken(tx, token))

  /** The user of the cookie, if its session has not ended. */
  const readCookie = (token: string): Promise<UserRow | undefined> =>
    database.readUnlocked(async (tx) => {
      const { _id, exp, session } = Object(await readTyped(tx, TYPE, token)) as Partial<Claims>
      if (!_id || !exp || exp * 1000 <= (await readTime(tx))) return undefined
      const user = await tx.get('users', _id)
      return user?.sessions?.id === session ? user : undefined
    })

  const newCookie = async ({ _id, sessions }: UserRow, isSecure: boolean): Promise<string> => {
    const token = await database.readUnlocked(async (tx) => {
      const exp = Math.floor((await readTime(tx)) / 1000) + VALID_FOR
      return signTyped(tx, TYPE, { _id, exp, session: sessions?.id } satisfies Claims)
    })
    const secure = isSecure ? '; Secure' : ''
    return `${cookie}=${token}; Path=/; Max-Age=${VALID_FOR}; SameSite=Strict${secure}`
  }

  async function memberByHeader(c: Context<Env>): Promise<Member | undefined> {
    // A device synchronizes for all its users.
    const given = [bearerToken(c.env.incoming), ...(c.req.header(TOKENS_HEADER)?.split(',') ?? [])]
    for (const token of given.slice(0, MAX_TOKENS)) {
      const user = token && (await readUser(token))
      if (!user) continue
      const sent = cookieIn(c, cookie)
      if (!sent || !(await readCookie(sent)))
        c.env.outgoing.setHeader('Set-Cookie', await newCookie(user, isSecure(c, trustProxy)))
      return { _id: user._id, isOpen: async () => (await readUser(token)) !== undefined }
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
    c.env.outgoing.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
    if (OPEN.includes(`${readMethod(c)} ${c.req.path}`)) return next()
    const member = (await memberByHeader(c)) ?? (await memberByCookie(c))
    if (!member) throw new ApiError(apiErrors.notRegistered)
    c.set('member', member)
    await next()
  }
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
