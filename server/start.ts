import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ApiError } from '../mocks/api-error.ts'
import { demandControlKey, hashOfKey } from '../mocks/control-key.ts'
import { openDatabase } from '../mocks/database.ts'
import { resetSettings } from '../mocks/domain/settings.ts'
import type { Host } from '../mocks/host.ts'
import { repairBlocks } from '../mocks/search/text-blocks.ts'
import { openApiDocument } from '../scripts/api-description/openapi.ts'
import { logWrite } from '../sync/club/write-log.ts'
import { createAccount, removeSeed } from './accounts.ts'
import { openStore } from './adapters/open-store.ts'
import { addressesOf, noteAddress } from './addresses.ts'
import { createApp } from './app.ts'
import { Budget } from './budget.ts'
import { watchCertificate } from './certificate.ts'
import { ChangeLog } from './change-log.ts'
import { clubHost } from './club-host.ts'
import { removeCopies } from './commands/copy-file.ts'
import { serveCommands } from './commands/socket.ts'
import { healthCheck } from './health.ts'
import { type Listening, listen } from './http.ts'
import { ALL_STREAMS, type Limits, limitsFor } from './limits.ts'
import { type ErrorLine, type EventLine, errorLine, type LogLine } from './log.ts'
import { storeSkeletons } from './look-alikes.ts'
import { Metrics } from './metrics/metrics.ts'
import { spaceOf } from './metrics/space.ts'
import type { ClubOptions } from './options.ts'
import { startPush } from './push/push.ts'
import { enforceQuotas, QUOTAS } from './quotas.ts'
import { listenForHttp } from './redirect.ts'
import { admitSignUps } from './sign-ups.ts'
import { startSync } from './sync-routes.ts'

export type Club = Omit<Listening, 'useCertificate'> & {
  /** The first account, or that of `--account`. Without a password, it was there before. */
  created?: { account: string; password?: string }
  /** There were no accounts. */
  isNew: boolean
  /** Reads the files of the certificate again. A broken one is logged, and the old one stays. */
  readCertificate: () => void
  /** Where http is redirected to https, if it is. */
  redirectUrl?: string
}

type Hooks = {
  limits?: Partial<Limits>
  log?: (line: LogLine) => void
  logError?: (line: ErrorLine) => void
  logEvent?: (line: EventLine) => void
  /** The folder of the app. */
  app?: string
  /** Gets the table of routes. */
  onRoutes?: (routes: readonly { method: string; path: string }[]) => void
  /** Of the hashes of passwords. */
  iterations?: number
  /** Asks for the username of the first account when there is none. @param problem with the one before */
  askForAccount?: (problem?: string) => Promise<string | undefined>
}

/** The folder of the built app. */
export const APP = fileURLToPath(new URL('../dist', import.meta.url))

/**
 * Serves app and API over HTTP, without a delay unless the settings set one.
 * @throws when the port is taken, or the data cannot be used
 */
export async function startClub(options: ClubOptions, hooks: Hooks = {}): Promise<Club> {
  const { data, imageHost, controls, controlKey, trustProxy, apiOnly } = options
  // A proxy is one address for all clients.
  const { connections, ...others } = limitsFor(options.peoplePerAddress)
  const limits = {
    connections: trustProxy ? Number.POSITIVE_INFINITY : connections,
    ...others,
    ...hooks.limits,
  }
  const opened = await openStore(data, controls ? undefined : limits.loads, options.direct)
  const closing = new AbortController()
  let stop = opened.close
  try {
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    )
    const database = openDatabase(opened.store, { origin: 'late', beforeCommit: logWrite })
    const changes = new ChangeLog()
    // Of the other processes on the same database.
    opened.subscribe?.(changes.publish)
    let description: ReturnType<typeof openApiDocument> | undefined
    const describe = async () => {
      description ??= openApiDocument(version)
      return description
    }
    const club = await startSync(database, closing.signal)
    await database.write(repairBlocks)
    const push = await startPush(database, options.push ?? {}, closing.signal)
    const { membersOnly = false, signUp = 'open', contact } = options
    const server = clubHost(database, {
      controls,
      imageHost,
      build: version,
      iterations: hooks.iterations,
      membersOnly,
      closing: closing.signal,
      describe,
      publish: changes.publish,
      notified: push.notified,
      admit: enforceQuotas(options.quotas ?? QUOTAS),
      admitSignUp: admitSignUps(signUp),
      ...(controls && { plant: (await import('../src/defects/api/plant.ts')).plantApiDefects }),
      ...(controlKey && { admitControl: demandControlKey(await hashOfKey(controlKey)) }),
    })
    if (!controls) {
      await removeSeed(database)
      // Nobody could change them.
      await database.write(async (tx) => resetSettings(tx))
      await storeSkeletons(database)
    }
    const isNew = await database.read(
      async (tx) => (await tx.list('users', { limit: 1 })).length === 0,
    )
    const streams = new Budget(ALL_STREAMS, limits.streams / ALL_STREAMS)
    const space = spaceOf(opened, data)
    const metrics = new Metrics({ streams: () => streams.total, space }, version)
    const report = (error: unknown) =>
      hooks.logError ? hooks.logError(errorLine(error)) : console.error(error)
    const health = healthCheck(database, report)
    const app = createApp(
      {
        allowed: options,
        controls,
        pageControls: controls && !controlKey,
        trustProxy,
        tls: options.tls !== undefined,
        limits,
        membersOnly,
        signUp,
        contact,
        metricsToken: options.metricsToken,
        log: hooks.log,
        logError: hooks.logError,
        note: (event) => hooks.logEvent?.({ time: new Date().toISOString(), event }),
        pages: apiOnly ? undefined : (hooks.app ?? APP),
      },
      { server, changes, club, push, metrics, health, streams, closing: closing.signal },
    )
    hooks.onRoutes?.(app.routes)
    const { url, close, useCertificate } = await listen(app.fetch, options, limits)
    stop = async () => {
      await close()
      await opened.close()
    }
    const certificate = watchCertificate(options.tls?.files, useCertificate, hooks)
    const [address = url] = addressesOf(url, options.host, options.origin)
    // On a full disk a club starts, so that people can delete.
    await noteAddress(database, address).catch(report)
    const redirect = await listenForHttp(options, url, limits)
    const running = async () => ({
      addresses: options.origin.length > 0 ? options.origin : [url],
      certificateEnds: certificate.end(),
      isHealthy: await health.check(),
      ...metrics.summary(),
    })
    removeCopies(data)
    const endCommands = await serveCommands({ server, opened, data, running })
    stop = async () => {
      closing.abort()
      metrics.close()
      certificate.close()
      await redirect?.close()
      await endCommands()
      await close()
      await opened.close()
    }
    // At the end: nobody would see the password of a start that fails.
    const created = await firstAccount(server, isNew, options, hooks)
    return {
      url,
      isNew,
      redirectUrl: redirect?.url,
      readCertificate: certificate.read,
      created,
      close: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates the account of `--account`, or the one whose name a person answers, who is asked again about one that cannot be. */
async function firstAccount(
  server: Host,
  isNew: boolean,
  { account }: ClubOptions,
  { askForAccount = async () => undefined }: Hooks,
): Promise<Club['created']> {
  const create = async (name: string) => ({
    account: name,
    password: await createAccount(server, name),
  })
  if (account !== undefined || !isNew) return account ? create(account) : undefined
  for (let problem: string | undefined; ; ) {
    const answer = await askForAccount(problem)
    if (!answer) return undefined
    try {
      return await create(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problem = error.message
    }
  }
}
