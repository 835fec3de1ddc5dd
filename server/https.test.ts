import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { watchCertificate } from './certificate.ts'
import type { ErrorLine, EventLine } from './log.ts'
import { clubOptions } from './options.ts'
import { writeCertificate } from './testing/certificate.ts'
import { httpApi, rawRequest } from './testing/http-api.ts'
import { newFolder, runApi } from './testing/run-api.ts'

/** Creates a certificate for localhost, and returns the options of a club with it. */
function certified(...args: string[]) {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const files = writeCertificate(folder)
  const own = ['--cert', files.cert, '--key', files.key, '--port', '0', '--data', ':memory:']
  return { folder, files, ...clubOptions([...own, ...args]) }
}

/** The serial number of the certificate that a server uses for new connections. */
async function serialAt(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { port } = new URL(url)
  const socket = connect({ port: Number(port), host: 'localhost', rejectUnauthorized: false })
  socket.once('secureConnect', () => {
    resolve(socket.getPeerCertificate().serialNumber)
    socket.destroy()
  })
  socket.once('error', reject)
  return promise
}

const serialIn = (file: string) => new X509Certificate(readFileSync(file)).serialNumber

test('--cert and --key serve https, and no http', async () => {
  const { tls } = certified()
  const { url } = await httpApi({ tls })
  expect(url).toMatch(/^https:\/\/localhost:\d+$/)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  // Trusts this certificate only: a wrong one would fail.
  const sent = request(`${url}/api/posts?limit=1`, { ca: tls?.cert, agent: false }, (reply) => {
    json(reply).then(resolve, reject)
  })
  sent.on('error', reject).end()
  expect(await promise).toEqual({ posts: [expect.anything()] })
  await expect(fetch(url.replace('https', 'http'))).rejects.toThrow()
})

test('a key of another certificate is an error at the start', () => {
  const { files } = certified()
  const { files: others } = certified()
  expect(() => clubOptions(['--cert', files.cert, '--key', others.key])).toThrow(
    'are no certificate and its key',
  )
})

test('a new certificate is used for new connections; a half-written one is logged, and the old one stays', async () => {
  const { tls, files, folder } = certified()
  const errors: ErrorLine[] = []
  const events: EventLine[] = []
  const { url, readCertificate } = await httpApi({
    tls,
    logError: (line) => errors.push(line),
    logEvent: (line) => events.push(line),
  })
  const old = serialIn(files.cert)
  expect(await serialAt(url)).toBe(old)
  const { folder: other, remove } = newFolder()
  onTestFinished(remove)
  const next = writeCertificate(other)
  const renewed = serialIn(next.cert)
  const whole = readFileSync(next.cert, 'utf8')

  writeFileSync(files.cert, whole.slice(0, whole.length / 2))
  readCertificate()
  // With the old key.
  writeFileSync(files.cert, whole)
  readCertificate()
  expect(await serialAt(url)).toBe(old)
  expect(errors).toHaveLength(2)
  expect(errors[0]?.error).toMatch(/The old certificate stays.*Caused by/s)
  expect(errors[1]?.error).toContain('key values mismatch')
  expect(events).toEqual([])

  writeFileSync(files.key, readFileSync(next.key))
  readCertificate()
  expect(await serialAt(url)).toBe(renewed)
  expect(events).toMatchObject([{ event: expect.stringContaining('It ends at 20') }])
  expect(folder).not.toBe(other)
})

test('a certificate whose files change is read again', async () => {
  const { files, folder } = certified()
  const serials: string[] = []
  const use = ({ cert }: { cert: string }) =>
    void serials.push(new X509Certificate(cert).serialNumber)
  const log = { logError: () => undefined, logEvent: () => undefined }
  const { close } = watchCertificate(files, use, log, 20)
  onTestFinished(close)
  writeCertificate(folder)
  await expect.poll(() => serials.at(-1), { timeout: 30_000 }).toBe(serialIn(files.cert))
})

test('SIGHUP makes a club with https read its certificate again, and requests go on', async () => {
  const { files, folder } = certified()
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const api = await runApi(data, '--cert', files.cert, '--key', files.key)
  onTestFinished(async () => void (await api.end()))
  expect(await serialAt(api.url)).toBe(serialIn(files.cert))
  writeCertificate(folder)
  api.signal('SIGHUP')
  await expect.poll(() => serialAt(api.url), { timeout: 5_000 }).toBe(serialIn(files.cert))
  api.signal('SIGHUP')
  expect(await serialAt(api.url)).toBe(serialIn(files.cert))
})

/** A club with https and a port for http. */
async function redirecting(...args: string[]) {
  const { tls, httpPort, origin, acmeFolder } = certified('--http-port', '0', ...args)
  const api = await httpApi({ tls, httpPort, origin, acmeFolder })
  const ask = async (path: string, host: string, method = 'GET') => {
    const { status, head, body } = await rawRequest(api.redirectUrl ?? '', [
      `${method} ${path} HTTP/1.1`,
      `Host: ${host}`,
    ])
    return { status, location: /^location: (.*)$/im.exec(head)?.[1], body }
  }
  return { ...api, ask }
}

test('--http-port redirects to https: same name, path, query and method', async () => {
  const { url, ask } = await redirecting('--origin', 'https://club.example.com')
  const { port } = new URL(url)
  expect(await ask('/post/1?a=b', 'localhost')).toMatchObject({
    status: 308,
    location: `https://localhost:${port}/post/1?a=b`,
  })
  // The router has another port there.
  const { location } = await ask('/api/posts', 'club.example.com:80', 'POST')
  expect(location).toBe('https://club.example.com/api/posts')
})

test('a redirect leads to no foreign host', async () => {
  const { ask } = await redirecting()
  expect((await ask('/', 'elsewhere.test')).status).toBe(403)
  expect((await ask('//elsewhere.test/', 'localhost')).status).toBe(400)
  expect((await ask('http://elsewhere.test/', 'localhost')).status).toBe(400)
})

test('answers of challenges are served over http, and no other file', async () => {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const { ask } = await redirecting('--acme-folder', folder)
  const challenges = join(folder, '.well-known/acme-challenge')
  mkdirSync(challenges, { recursive: true })
  writeFileSync(join(challenges, 'a-token_1'), 'the answer')
  writeFileSync(join(folder, 'secret'), 'secret')
  const path = '/.well-known/acme-challenge'
  expect(await ask(`${path}/a-token_1`, 'localhost')).toMatchObject({
    status: 200,
    body: expect.stringContaining('the answer'),
  })
  expect((await ask(`${path}/none`, 'localhost')).status).toBe(404)
  expect((await ask(`${path}/..%2f..%2fsecret`, 'localhost')).status).toBe(308)
})

test('--http-port and --acme-folder need a certificate', () => {
  expect(() => clubOptions(['--http-port', '80'])).toThrow('--http-port needs --cert and --key')
  expect(() => clubOptions(['--acme-folder', '.'])).toThrow('--acme-folder needs --http-port')
})

test('browsers are told to use https only at the public name of a club, never at a name of its network', async () => {
  const names = ['club.example.com', 'box.local', 'nas', 'club.home.arpa', '192.0.2.1']
  const { tls, origin } = certified(
    ...names.flatMap((name) => ['--origin', `https://${name}`]),
    ...['--origin', 'https://port.example.com:8443', '--origin', 'http://plain.example.com'],
  )
  const { url } = await httpApi({ tls, origin })
  const policyAt = async (host: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const options = { ca: tls?.cert, agent: false, servername: 'localhost', headers: { host } }
    request(`${url}/api/posts?limit=1`, options, resolve).on('error', reject).end()
    const { headers, statusCode } = await promise
    expect(statusCode).toBe(200)
    return headers['strict-transport-security']
  }
  expect(await policyAt('club.example.com')).toBe('max-age=2592000')
  const others = [...names.slice(1), 'localhost', 'port.example.com', 'plain.example.com']
  for (const name of others) expect([name, await policyAt(name)]).toEqual([name, undefined])
  // Behind a proxy, which has the certificate, it is for the proxy to say.
  const plain = await httpApi({ origin })
  const reply = await plain.send('/api/posts?limit=1')
  expect(reply.headers.get('Strict-Transport-Security')).toBeNull()
})
