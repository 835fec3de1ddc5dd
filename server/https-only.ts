import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './access.ts'

/** A month: an app that is used renews it, and a club that goes back to http is not locked out for a year. */
const SECONDS = 30 * 86_400

/**
 * Names that are not on the internet (RFC 6762, RFC 8375, and the use of routers). With this header a browser accepts no other
 * certificate, and no http of any program at that name: too much for the name of a machine at home.
 */
const LOCAL_NAME =
  /(^|\.)(local|localhost|lan|home|internal|intranet|private|corp|arpa|test|invalid)$/

/** The `--origin`s over https. */
export function httpsOrigins(origins: readonly string[]): URL[] {
  return origins.flatMap((one) => URL.parse(one) ?? []).filter((one) => one.protocol === 'https:')
}

/**
 * Makes browsers use https only (RFC 6797) at the public names of a club: those of an `--origin` at the usual port. Sends the
 * header to no other name.
 */
export function httpsOnly(origins: readonly string[]): MiddlewareHandler<Env> {
  const names = httpsOrigins(origins)
    .filter(({ hostname, port }) => port === '' && isPublic(hostname))
    .map(({ hostname }) => hostname)
  return ({ env: { incoming, outgoing } }, next) => {
    const name = incoming.headers.host?.replace(/:\d+$/, '').toLowerCase() ?? ''
    if (names.includes(name)) {
      outgoing.setHeader('Strict-Transport-Security', `max-age=${SECONDS}`)
    }
    return next()
  }
}

function isPublic(name: string): boolean {
  return name.includes('.') && isIP(name) === 0 && !name.startsWith('[') && !LOCAL_NAME.test(name)
}
