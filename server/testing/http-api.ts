import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Limits } from '../limits.ts'
import type { ErrorLine, EventLine, LogLine } from '../log.ts'
import type { ClubOptions } from '../options.ts'
import { startClub } from '../start.ts'
import { newFolder } from './run-api.ts'

type Testing = Partial<ClubOptions> & {
  limits?: Partial<Limits>
  log?: (line: LogLine) => void
  logError?: (line: ErrorLine) => void
  logEvent?: (line: EventLine) => void
  /** Of the hashes of passwords; few by default, which takes no time. */
  iterations?: number
  /** The folder of the app. */
  app?: string
  askForAccount?: (problem?: string) => Promise<string>
}

/** Serves the practice API over HTTP in this process until the test ends. */
export async function httpApi({
  limits,
  app,
  askForAccount,
  iterations = 1000,
  ...testing
}: Testing = {}) {
  const { log, logError, logEvent, ...changed } = testing
  const options = {
    host: 'localhost',
    port: 0,
    data: ':memory:',
    origin: [],
    controls: true,
    trustProxy: false,
    apiOnly: app === undefined,
    ...changed,
  }
  let routes: readonly { method: string; path: string }[] = []
  const onRoutes = (all: typeof routes) => {
    routes = all
  }
  const hooks = { limits, log, logError, logEvent, app, askForAccount, iterations, onRoutes }
  const { url, close, created, readCertificate, redirectUrl } = await startClub(options, hooks)
  let closing: Promise<void> | undefined
  const closeOnce = () => {
    closing ??= close()
    return closing
  }
  onTestFinished(closeOnce)
  const send = (path: string, init?: RequestInit) => fetch(url + path, init)
  const from = (origin: string, init?: RequestInit) =>
    send('/api/posts', { ...init, headers: { ...init?.headers, Origin: origin } })
  const post = (path: string, body: object, headers?: HeadersInit) =>
    send(path, { method: 'POST', body: JSON.stringify(body), headers })
  const set = (body: object) => post('/api/mock/settings', body)
  return {
    url,
    redirectUrl,
    routes,
    readCertificate,
    password: created?.password,
    close: closeOnce,
    send,
    post,
    from,
    set,
  }
}

/** Writes files in place of a built app into a folder until the test ends. @param build is in those that differ */
export function appOf(build = ''): string {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const files = {
    'index.html': `<html lang="en"><meta http-equiv="Content-Security-Policy" content="default-src 'self'" />`,
    'mock.html': `<html lang="en"><meta http-equiv="Content-Security-Policy" content="connect-src *" />`,
    'club-sw.js': `// worker${build}`,
    'logo.svg': '<svg></svg>',
    [`assets/a${build}.js`]: '// script',
    _headers: '"version"',
    '.vite/manifest.json': '"version"',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Serves a club over HTTP until the test ends, with files in place of the built app. */
export function club(changed: Testing = {}) {
  return httpApi({ controls: false, app: appOf(), ...changed })
}

/** Opens a connection to a server at `url`, on which a test can write any bytes. */
export function rawConnection(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // A reset by the server ends the connection, too.
  socket.on('error', () => undefined)
  return socket
}

export type RawReply = { status: number; head: string; body: string }

/** Reads everything until the server closes, as one reply. */
export async function rawReply(socket: Socket): Promise<RawReply> {
  const received = await text(socket)
  const [head = '', body = ''] = received.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

/** Sends a request line, headers and a body, and returns the reply; the server closes. */
export function rawRequest(url: string, lines: string[], body = ''): Promise<RawReply> {
  const socket = rawConnection(url)
  const length = body ? [`Content-Length: ${body.length}`] : []
  socket.write([...lines, ...length, 'Connection: close', '', body].join('\r\n'))
  return rawReply(socket)
}
