import { parseArgs } from 'node:util'
import { parseOrigin } from './addresses.ts'
import { readCertificate, readOption } from './certificate.ts'
import { dataAddress } from './data-address.ts'
import type { Address } from './http.ts'
import type { PushOptions } from './push/push.ts'
import { QUOTAS, type Quotas } from './quotas.ts'
import { SIGN_UPS, type SignUp } from './sign-ups.ts'

export type ClubOptions = Address & {
  /** The file of the data, or the address of a PostgreSQL database. */
  data: string
  /** The address of the database itself, where `data` is that of PgBouncer. */
  direct?: string
  /** The origins whose pages may call the API, beside those of this machine. `*` allows all. */
  origin: string[]
  /** See `Host.imageHost`. */
  imageHost?: string
  /** See `AppOptions`. With controls, new data have the seeded users and posts. */
  controls: boolean
  /** Who does not send it cannot use them. */
  controlKey?: string
  trustProxy: boolean
  /** Nothing can be read without a session. */
  membersOnly?: boolean
  signUp?: SignUp
  /** How to reach the organiser, for the privacy page. */
  contact?: string
  /** Serves the API only. */
  apiOnly: boolean
  /** See `addressLimits`. */
  peoplePerAddress?: number
  quotas?: Quotas
  push?: PushOptions
  /** See `AppOptions`. */
  metricsToken?: string
  /** Where http is redirected to https. */
  httpPort?: number
  /** The folder in which a program puts the answers of challenges (ACME, RFC 8555, 8.3). */
  acmeFolder?: string
  /** The username of an account to create if it is missing. */
  account?: string
}

export const USAGE = `npm run club -- [options]

  --port 8080           where it listens; 0 takes any free port
  --host localhost      0.0.0.0 lets other machines in
  --data club.db        the file of the data, or postgres://user:password@host/database;
                        host1:5432,host2:5432 for a primary and its standby
  --data-file secret    a file with that address, which keeps a password out of the process list; so does
                        the environment variable CLUB_DATA
  --direct postgres://… the address of the database itself, if --data is that of PgBouncer in transaction mode;
                        or the environment variable CLUB_DIRECT
  --account anna        creates this account if there is none, and prints its password
  --cert, --key         files of a certificate and its key (PEM), for https; read again when they change
  --http-port 80        where http is redirected to https
  --acme-folder DIR     serves DIR/.well-known/acme-challenge/ there, for a program that renews the certificate
  --members-only        nothing can be read without a log-in
  --sign-up open        who may sign up: open, invited (npm run club -- invite) or closed
  --contact anna@…      how members reach you, on the privacy page
  --origin https://…    its public address behind a proxy, or whose pages may call it; may be repeated
  --trust-proxy         takes the client's address from X-Forwarded-For
  --image-host https:…  below which address pictures may move to an image host
  --people-per-address 60       how many people share one address, for the limits of requests, connections,
                                log-ins and sign-ups: 300 for a meet at one hotspot
  --writes-per-minute 60        of one account; five minutes' worth at once
  --megabytes-per-hour 100      of one account, texts and pictures
  --reports-per-hour 20         of one account
  --all-writes-per-minute 3000, --all-megabytes-per-hour 2000     of all accounts together
  --push-contact mailto:you@…   whom operators of push services can reach; by default the first https --origin
  --local-push          also sends push messages to http://localhost, for tests
  --metrics-token secret    a file with a token with which other machines may read /metrics
  --controls            for practice: seeded accounts with public passwords, the calls at /api/mock, no limits
  --control-key secret  a file with a key, without which nobody can use these calls; then the app has no tab for them
  --api-only            without the app
`

/**
 * The options of `npm run club`.
 * @throws if one is unknown or invalid
 */
export function clubOptions(args: string[], env: NodeJS.ProcessEnv = {}): ClubOptions {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: 'localhost' },
      data: { type: 'string' },
      'data-file': { type: 'string' },
      direct: { type: 'string' },
      account: { type: 'string' },
      cert: { type: 'string' },
      key: { type: 'string' },
      origin: { type: 'string', multiple: true, default: [] },
      'members-only': { type: 'boolean', default: false },
      'sign-up': { type: 'string', default: 'open' },
      contact: { type: 'string' },
      'trust-proxy': { type: 'boolean', default: false },
      'image-host': { type: 'string' },
      controls: { type: 'boolean', default: false },
      'people-per-address': { type: 'string' },
      'writes-per-minute': { type: 'string' },
      'megabytes-per-hour': { type: 'string' },
      'reports-per-hour': { type: 'string' },
      'all-writes-per-minute': { type: 'string' },
      'all-megabytes-per-hour': { type: 'string' },
      'control-key': { type: 'string' },
      'push-contact': { type: 'string' },
      'metrics-token': { type: 'string' },
      'http-port': { type: 'string' },
      'acme-folder': { type: 'string' },
      'local-push': { type: 'boolean', default: false },
      'api-only': { type: 'boolean', default: false },
    },
  })
  const { host, account, controls, cert, key, 'image-host': imageHost } = values
  if (imageHost !== undefined && !/^https?:/.test(imageHost && new URL(imageHost).href)) {
    throw new Error(`--image-host takes an http(s) address, not ${imageHost}`)
  }
  const origin = values.origin.map((one) => (one === '*' ? one : parseOrigin(one)))
  const data = dataAddress(values, env) ?? 'club.db'
  const direct = dataAddress({ data: values.direct }, { CLUB_DATA: env.CLUB_DIRECT })
  const port = portIn('port', values.port)
  const httpPort = values['http-port'] ? portIn('http-port', values['http-port']) : undefined
  const contact = values['push-contact'] ?? origin.find((one) => one.startsWith('https:'))
  if (contact !== undefined && !/^(mailto:.+@|https:\/\/)/.test(contact)) {
    throw new Error(`--push-contact takes a mailto: or https: address, not ${contact}`)
  }
  const signUp = SIGN_UPS.find((one) => one === values['sign-up'])
  if (!signUp) {
    throw new Error(`--sign-up takes ${SIGN_UPS.join(', ')}, not ${values['sign-up']}`)
  }
  const membersOnly = values['members-only']
  if (membersOnly && controls) {
    throw new Error('--controls let everybody read the data, so --members-only excludes them')
  }
  if (values['control-key'] && !controls) throw new Error('--control-key needs --controls')
  if (!cert !== !key) throw new Error('--cert and --key belong together')
  const tls = cert && key ? readCertificate({ cert, key }) : undefined
  if (httpPort !== undefined && !tls) throw new Error('--http-port needs --cert and --key')
  if (values['acme-folder'] && httpPort === undefined) {
    throw new Error('--acme-folder needs --http-port')
  }
  return {
    host,
    port,
    tls,
    data,
    direct,
    account,
    origin,
    imageHost,
    controls,
    controlKey: secretIn('control-key', values['control-key']),
    membersOnly,
    signUp,
    contact: values.contact?.trim() || undefined,
    trustProxy: values['trust-proxy'],
    apiOnly: values['api-only'],
    metricsToken: secretIn('metrics-token', values['metrics-token']),
    httpPort,
    acmeFolder: values['acme-folder'],
    push: { contact, allowsLocal: values['local-push'] },
    peoplePerAddress: countOf(values, 'people-per-address'),
    quotas: {
      writesPerMinute: countOf(values, 'writes-per-minute') ?? QUOTAS.writesPerMinute,
      megabytesPerHour: countOf(values, 'megabytes-per-hour') ?? QUOTAS.megabytesPerHour,
      reportsPerHour: countOf(values, 'reports-per-hour') ?? QUOTAS.reportsPerHour,
      allWritesPerMinute: countOf(values, 'all-writes-per-minute') ?? QUOTAS.allWritesPerMinute,
      allMegabytesPerHour: countOf(values, 'all-megabytes-per-hour') ?? QUOTAS.allMegabytesPerHour,
    },
  }
}

/** @throws if the option is not a number from 1 */
function countOf(values: Record<string, unknown>, name: string): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const count = Number(value)
  if (!(Number.isInteger(count) && count > 0)) {
    throw new Error(`--${name} takes a whole number from 1, not ${value}`)
  }
  return count
}

/** @throws if the option is not a port */
function portIn(name: string, value: string): number {
  const port = Number(value)
  if (value !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`--${name} takes a number from 0 to 65535, not ${value}`)
}

const MIN_SECRET = 16

/** @throws if the file cannot be read, or its secret could be guessed */
function secretIn(name: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const secret = readOption(`--${name}`, file).trim()
  if (secret.length >= MIN_SECRET) return secret
  throw new Error(`--${name}: ${file} must have at least ${MIN_SECRET} characters`)
}
