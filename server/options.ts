import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Address } from './http.ts'

export type ClubOptions = Address & {
  /** The file of the data, or the address of a PostgreSQL database. */
  data: string
  /** The origins whose pages may call the API, beside those of this machine. `*` allows all. */
  origin: string[]
  /** See `HostOptions.imageHost`. */
  imageHost?: string
  /** See `AppOptions`. With controls, new data have the seeded users and posts. */
  controls: boolean
  trustProxy: boolean
  /** Serves the API only. */
  apiOnly: boolean
  /** The username of an account to create if it is missing. */
  account?: string
}

export const USAGE = `npm run club -- [options]

  --port 8080           where it listens; 0 takes any free port
  --host localhost      0.0.0.0 lets other machines in
  --data club.db        the file of the data, or postgres://user:password@host/database
  --account anna        creates this account if there is none, and prints its password
  --cert, --key         files of a certificate and its key (PEM), for https
  --origin https://…    its public address behind a proxy, or whose pages may call it; may be repeated
  --trust-proxy         takes the client's address from X-Forwarded-For
  --image-host https:…  below which address pictures may move to an image host
  --controls            for practice: seeded accounts with public passwords, the calls at /api/mock, no limits
  --api-only            without the app
`

/**
 * The options of `npm run club`.
 * @throws if one is unknown or invalid
 */
export function clubOptions(args: string[]): ClubOptions {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: 'localhost' },
      data: { type: 'string', default: 'club.db' },
      account: { type: 'string' },
      cert: { type: 'string' },
      key: { type: 'string' },
      origin: { type: 'string', multiple: true, default: [] },
      'trust-proxy': { type: 'boolean', default: false },
      'image-host': { type: 'string' },
      controls: { type: 'boolean', default: false },
      'api-only': { type: 'boolean', default: false },
    },
  })
  const { host, data, account, origin, controls, cert, key, 'image-host': imageHost } = values
  if (imageHost !== undefined && !/^https?:/.test(imageHost && new URL(imageHost).href)) {
    throw new Error(`--image-host takes an http(s) address, not ${imageHost}`)
  }
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port takes a number from 0 to 65535, not ${values.port}`)
  }
  if (!cert !== !key) throw new Error('--cert and --key belong together')
  const tls =
    cert && key ? { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } : undefined
  return {
    ...{ host, port, tls, data, account, origin, imageHost, controls },
    trustProxy: values['trust-proxy'],
    apiOnly: values['api-only'],
  }
}
