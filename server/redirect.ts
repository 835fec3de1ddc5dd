import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { errorReply } from '../mocks/error-replies.ts'
import { checkHost, checkTarget, type Env } from './access.ts'
import { type ConnectionLimits, type Listening, listen } from './http.ts'
import { httpsOrigins } from './https-only.ts'
import type { ClubOptions } from './options.ts'

type Options = Pick<ClubOptions, 'host' | 'origin' | 'httpPort' | 'acmeFolder'>

/** Names of answers of challenges: base64url. */
const CHALLENGE = '/.well-known/acme-challenge/:token{[\\w-]+}'

/**
 * Redirects http to https, if there is a port for it: to the same name and path, with the method and the body (308). Only
 * the answers of challenges are served over http, which the issuer of a certificate reads before there is one.
 * @param url the address over https
 * @throws when the port is taken
 */
export async function listenForHttp(
  { httpPort: port, acmeFolder, ...allowed }: Options,
  url: string,
  limits: ConnectionLimits,
): Promise<Listening | undefined> {
  if (port === undefined) return undefined
  const app = new Hono<Env>()
  app.onError((error) => errorReply(error))
  if (acmeFolder !== undefined) {
    app.get(CHALLENGE, async (c) => {
      const file = join(acmeFolder, '.well-known/acme-challenge', c.req.param('token'))
      const answer = await readFile(file, 'utf8').catch(() => undefined)
      return answer === undefined ? c.notFound() : c.text(answer)
    })
  }
  app.all('*', ({ env: { incoming } }) => {
    const name = checkHost(incoming.headersDistinct.host?.join() ?? '', allowed)
    const location = secureAddress(name, allowed.origin, url) + checkTarget(incoming)
    return new Response(null, { status: 308, headers: { Location: location } })
  })
  return listen(app.fetch, { host: allowed.host, port }, limits)
}

/** The address of a name over https: that of `--origin`, whose port a router may have changed, or the port of the club. */
function secureAddress(name: string, origins: readonly string[], url: string): string {
  const known = httpsOrigins(origins).find(({ hostname }) => hostname === name)
  if (known) return known.origin
  const { port } = new URL(url)
  return new URL(`https://${name}${port ? `:${port}` : ''}`).origin
}
