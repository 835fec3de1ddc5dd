import './msw/environment.ts'
import { type HttpHandler, http } from 'msw/http'
import { getResponse } from 'msw/utils/get-response'
import type { Call } from '../src/contract/call.ts'
import { type CallName, calls } from '../src/contract/calls.ts'
import { refusals } from '../src/contract/refusals.ts'
import type { Database } from './db/database.ts'
import type { UserRow } from './db/rows.ts'
import type { Transaction } from './db/transaction.ts'
import type { Ask } from './handler.ts'
import { handlers } from './handlers/handlers.ts'
import { readBody } from './read-body.ts'
import { Refused } from './refused.ts'
import { errorReply, unroutedReply } from './reply.ts'
import { userOfToken } from './token.ts'

/** How long the mock takes to answer, unless told otherwise (spec §9). */
export const DEFAULT_DELAY_MS = 400

export type ServerOptions = { database: Database; delayMs?: number }

/** A back end: give it a request to /api, get the answer. It never throws and never hangs. */
export function createServer(options: ServerOptions): (request: Request) => Promise<Response> {
  const mswHandlers = createMswHandlers(options)
  return async (request) => {
    const { origin } = new URL(request.url)
    const response = await getResponse(mswHandlers, request, { baseUrl: origin })
    return response ?? unroutedReply(request)
  }
}

/** The contract as MSW handlers, for any MSW host. */
export function createMswHandlers(options: ServerOptions): HttpHandler[] {
  const { database, delayMs = DEFAULT_DELAY_MS } = options
  return (Object.keys(calls) as CallName[]).map((name) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const register = { GET: http.get, POST: http.post, DELETE: http.delete }[method]
    return register(path, async ({ request, params }) => {
      // The delay and the work go side by side, so that the delay is the least a call takes.
      const [reply] = await Promise.all([
        answer(database, name, request, params as Record<string, string>).catch(errorReply),
        'binary' in calls[name] || new Promise((resolve) => setTimeout(resolve, delayMs)),
      ])
      return reply
    })
  })
}

async function answer(
  database: Database,
  name: CallName,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  const call: Call = calls[name]
  const body = call.body && (await readBody(request, call.body, call.form))
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const changesNothing = request.method === 'GET' || call.safe
  const minimal = !changesNothing && /\breturn=minimal\b/.test(request.headers.get('Prefer') ?? '')
  if (minimal) headers.set('Preference-Applied', 'return=minimal')

  const work = async (tx: Transaction) => {
    const viewer = call.auth && (await readViewer(tx, request))
    const { searchParams: query } = new URL(request.url)
    const ask = { params, body, viewer, query, minimal, headers, tx }
    // The table ties name, handler and reply together; for a name known only at run time it cannot.
    return (handlers[name] as (ask: unknown) => Promise<unknown>)(ask as Ask<CallName>)
  }
  const reply = await (changesNothing ? database.read(work) : database.write(work))
  if (!call.binary) return Response.json(reply, { status: call.status, headers })
  return new Response(reply as Blob, {
    status: headers.has('Location') ? 302 : 200,
    headers,
  })
}

/** @throws Refused 404 when the token is missing, bad or of nobody (spec §8) */
async function readViewer(tx: Transaction, request: Request): Promise<UserRow> {
  const token = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? ''
  const user = await userOfToken(tx, token)
  if (!user) throw new Refused(refusals.notRegistered)
  return user
}
