import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { bytesBeforeCut } from '../mocks/rule-reply.ts'
import type { Env } from './access.ts'
import { alreadySent } from './http.ts'

const compress = promisify(gzip)
/** Shorter bodies hardly get shorter. */
const COMPRESS_FROM = 1024

/** Sends a reply of the API, compressed if it is a text and the client accepts that. */
export async function send({ env, req }: Context<Env>, response: Response): Promise<Response> {
  if (response.status === 0) {
    // A forced failure without a reply, as without a network.
    env.outgoing.destroy()
    return alreadySent(500)
  }
  const cut = bytesBeforeCut(response)
  if (cut) {
    // The client can tell that bytes are missing.
    const length = { 'Content-Length': String(cut.length * 2) }
    env.outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...length })
    env.outgoing.write(cut, () => env.outgoing.destroy())
    return alreadySent(response.status)
  }
  const accepted = env.incoming.headers['accept-encoding'] ?? ''
  const isText = response.headers.get('Content-Type')?.startsWith('application/json')
  // Only then is the body read: without, the adapter sends it as it is.
  if (!isText || req.method === 'HEAD' || !/\bgzip\b(?!;\s*q=0)/.test(accepted)) return response
  const { status, headers } = response
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length < COMPRESS_FROM) return new Response(bytes, { status, headers })
  headers.set('Content-Encoding', 'gzip')
  return new Response(await compress(bytes), { status, headers })
}
