// The files of examples/deploy, each as its program reads it: proxies in front of a club that runs.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { fileOf, starts } from '../mocks/testing/picture.ts'
import type { LogLine } from '../server/log.ts'
import { clubOptions } from '../server/options.ts'
import { writeCertificate } from '../server/testing/certificate.ts'
import { club } from '../server/testing/http-api.ts'

const example = (name: string) => readFileSync(`examples/deploy/${name}`, 'utf8')

/** Whether a program is installed. Warns, because its tests are skipped without it. */
function isInstalled(program: string, ...args: string[]): boolean {
  const isThere = spawnSync(program, args).status === 0
  if (!isThere) console.warn(`${program} is not installed, so its example is not tested.`)
  return isThere
}
const hasNginx = isInstalled('nginx', '-v')
const hasCaddy = isInstalled('caddy', 'version')
const hasSystemd = isInstalled('systemd-analyze', '--version')

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function freePorts(): Promise<[number, number]> {
  const probes = [createServer(), createServer()]
  const ports: number[] = []
  for (const probe of probes) {
    await once(probe.listen(0, 'localhost'), 'listening')
    ports.push((probe.address() as { port: number }).port)
  }
  for (const probe of probes) await once(probe.close(), 'close')
  return ports as [number, number]
}

/** Replaces a text that the example must have. */
function adapt(file: string, ...changes: [from: string | RegExp, to: string][]): string {
  return changes.reduce((before, [from, to]) => {
    const after = before.replaceAll(from instanceof RegExp ? new RegExp(from, 'g') : from, to)
    expect([String(from), after]).not.toEqual([String(from), before])
    return after
  }, file)
}

type Place = { folder: string; upstream: string; http: number; https: number }

const nginx = ({ folder, upstream, http, https }: Place) => {
  const { cert, key } = writeCertificate(folder)
  const site = adapt(
    example('nginx.conf'),
    ['127.0.0.1:8080', upstream],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    [/ {2}listen \[::\].*\n/, ''],
    ['listen 443', `listen 127.0.0.1:${https}`],
    ['https://$host$', `https://$host:${https}$`],
    ['club.example.com;', 'localhost;'],
    [/ssl_certificate .*;/, `ssl_certificate ${cert};`],
    [/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`],
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${temporary.join(' ')}
${site} }`,
  )
  return ['nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
}

const caddy = ({ folder, upstream, http, https }: Place) => {
  const { cert, key } = writeCertificate(folder)
  const site = adapt(
    example('Caddyfile'),
    ['{$CLUB_NAME:club.example.com}', 'localhost'],
    ['{$CLUB_UPSTREAM:localhost:8080}', upstream],
    ['header Strict', `tls ${cert} ${key}\n\theader Strict`],
  )
  const ports = `http_port ${http}\n\thttps_port ${https}`
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n\tadmin off\n\tgrace_period 1s\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\t${ports}\n}\n${site}`,
  )
  return ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
}

type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer | string }

/** Starts a club behind a proxy, and returns functions that go through the proxy, from another address of this machine. */
async function behind(configure: (place: Place) => string[]) {
  const lines: LogLine[] = []
  const [http, https] = await freePorts()
  const origin = [`https://localhost:${https}`]
  const log = (line: LogLine) => void lines.push(line)
  const own = await club({ trustProxy: true, origin, account: 'anna', log, host: '127.0.0.1' })
  const folder = newFolder()
  const { host } = new URL(own.url)
  const [program = '', ...args] = configure({ folder, upstream: host, http, https })
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const proxy = spawn(program, args, { env })
  let printed = ''
  for (const output of [proxy.stdout, proxy.stderr]) {
    output.setEncoding('utf8').on('data', (part) => {
      printed += part
    })
  }
  const exited = once(proxy, 'exit')
  onTestFinished(async () => {
    proxy.kill('SIGTERM')
    await exited
  })
  const open = async (path: string, { method = 'GET', headers, body }: Sent = {}) => {
    const sent = request(`https://localhost:${https}${path}`, {
      ca: readFileSync(join(folder, 'cert.pem')),
      host: '127.0.0.1',
      localAddress: '127.0.0.9',
      servername: 'localhost',
      agent: false,
      method,
      headers: { host: `localhost:${https}`, ...headers },
    })
    sent.end(body)
    const [reply] = await once(sent, 'response')
    onTestFinished(() => void reply.destroy())
    return reply as import('node:http').IncomingMessage
  }
  const send = async (path: string, init?: Sent) => {
    const reply = await open(path, init)
    return { status: reply.statusCode, headers: reply.headers, body: await text(reply) }
  }
  const isReady = () =>
    send('/healthz').then(
      ({ status }) => status,
      () => printed,
    )
  await expect.poll(isReady, { timeout: 20_000 }).toBe(200)
  return { ...own, http, https, lines, open, send, folder }
}

test.for([
  ['nginx', hasNginx, nginx],
  ['Caddy', hasCaddy, caddy],
] as const)('a club behind %s', { timeout: 60_000 }, async ([, isThere, configure], { skip }) => {
  if (!isThere) skip()
  const { password, http, https, lines, open, send, folder } = await behind(configure)
  const origin = `https://localhost:${https}`

  // http leads to https: Caddy takes another port for an internal one, which it does not name.
  const plain = plainRequest({ host: '127.0.0.1', port: http, path: '/post/1?a=b', agent: false })
  plain.setHeader('Host', `localhost:${http}`).end()
  const [redirect] = await once(plain, 'response')
  redirect.resume()
  expect(redirect.statusCode).toBe(308)
  expect(redirect.headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/post\/1\?a=b$/)

  // A log-in of the club's own page, from the address of the client.
  lines.length = 0
  const json = { 'Content-Type': 'application/json', Origin: origin }
  const logIn = await send('/api/auth/login', {
    method: 'POST',
    headers: { ...json, 'X-Forwarded-For': '192.0.2.1' },
    body: JSON.stringify({ username: 'anna', password }),
  })
  expect(logIn.status).toBe(200)
  expect(logIn.headers['strict-transport-security']).toBe('max-age=2592000')
  expect(lines).toMatchObject([{ path: '/api/auth/login', address: '127.0.0.9' }])
  const authorization: string = JSON.parse(logIn.body).encodedToken

  // The largest picture that the club takes.
  const file = fileOf(starts['image/webp'], { size: 10_000_000 })
  const form = new FormData()
  form.set('file', file)
  const encoded = new Response(form)
  const upload = await send('/api/uploads', {
    method: 'POST',
    headers: { authorization, 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  })
  expect([upload.status, upload.body]).toEqual([201, expect.stringContaining('secure_url')])

  // An event arrives at once, although more will follow.
  const stream = await open('/api/changes', { headers: { Accept: 'text/event-stream' } })
  let events = ''
  stream.setEncoding('utf8').on('data', (part) => {
    events += part
  })
  await expect.poll(() => events).toContain('retry:')
  const post = await send('/api/posts', {
    method: 'POST',
    headers: { ...json, authorization },
    body: JSON.stringify({ content: 'Through the proxy' }),
  })
  expect(post.status).toBe(201)
  await expect.poll(() => events, { timeout: 1_000 }).toContain('"table":"posts"')
  stream.destroy()

  // The proxy is on this machine, and its clients are not.
  expect((await send('/metrics')).status).toBe(403)

  const client = connectHttp2(`https://127.0.0.1:${https}`, {
    ca: readFileSync(join(folder, 'cert.pem')),
    servername: 'localhost',
  })
  onTestFinished(() => client.destroy())
  const two = client.request({ ':path': '/', ':authority': `localhost:${https}` }).end()
  const [head] = await once(two, 'response')
  expect(head[':status']).toBe(200)
  expect(await text(two)).toContain('<html data-club="" lang="en">')
})

test.skipIf(!hasCaddy)('the Caddyfile is valid as it is', () => {
  const { status, stderr } = spawnSync(
    'caddy',
    ['adapt', '--validate', '--config', 'examples/deploy/Caddyfile'],
    { encoding: 'utf8', env: { ...process.env, XDG_DATA_HOME: newFolder() } },
  )
  expect([status, stderr]).toEqual([0, expect.any(String)])
})

/** The commands of a unit, without the path of its program. */
function optionsOf(unit: string): string[] {
  const [, command = ''] = /^ExecStart=(\S.*)$/m.exec(unit) ?? []
  const [program, warnings, main, ...options] = command.split(' ')
  expect([program, warnings, main]).toEqual([
    '/opt/gearheads/node_modules/.bin/node',
    '--disable-warning=ExperimentalWarning',
    'server/main.ts',
  ])
  return options
}

test('the units start a club with options that exist', () => {
  const unit = example('gearheads.service')
  const [, data] = /^Environment=CLUB_DATA=(.*)$/m.exec(unit) ?? []
  expect(clubOptions(optionsOf(unit), { CLUB_DATA: data })).toMatchObject({
    data: '/var/lib/gearheads/club.db',
    host: 'localhost',
    trustProxy: true,
    origin: ['https://club.example.com'],
  })
  const { cert, key } = writeCertificate(newFolder())
  const options = optionsOf(example('https.conf')).map((option) =>
    option.replace('/etc/gearheads/cert.pem', cert).replace('/etc/gearheads/key.pem', key),
  )
  expect(clubOptions(options)).toMatchObject({ port: 443, httpPort: 80, trustProxy: false })
})

test.skipIf(!hasSystemd)('systemd accepts the units, and finds them hardened', () => {
  const folder = newFolder()
  const unit = join(folder, 'gearheads.service')
  const here = (text: string) => text.replaceAll('/opt/gearheads', resolve('.'))
  writeFileSync(unit, here(example('gearheads.service')))
  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' })
  const verified = analyze('verify')
  expect([verified.status, verified.stderr]).toEqual([0, ''])
  // Of 100, in tenths: 10 is an exposure of 1.
  expect(analyze('security', '--offline=true', '--threshold=20', '--no-pager').status).toBe(0)
  const dropIn = here(example('https.conf'))
  writeFileSync(unit, `${here(example('gearheads.service'))}\n${dropIn}`)
  const both = analyze('verify')
  expect([both.status, both.stderr]).toEqual([0, ''])
})

test('the compose file starts a club with its public name behind the proxy of the Caddyfile', () => {
  const { services, volumes } = parse(example('compose.yaml'))
  const command = services.club.command.map((one: string) =>
    one.replace(/\$\{CLUB_NAME:\?\}/, 'club.example.com'),
  )
  expect(clubOptions(command)).toMatchObject({
    data: '/data/club.db',
    origin: ['https://club.example.com'],
    trustProxy: true,
  })
  // Only the proxy can be reached from outside.
  expect(services.club.ports).toBeUndefined()
  const { environment, ports } = services.proxy
  expect(environment.CLUB_UPSTREAM).toBe('club:8080')
  expect(ports).toContain('443:443')
  for (const name of Object.keys(environment)) expect(example('Caddyfile')).toContain(`{$${name}:`)
  for (const service of [services.club, services.proxy]) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    for (const volume of service.volumes) {
      const [from = ''] = volume.split(':')
      expect(from.startsWith('.') || from in volumes).toBe(true)
    }
  }
})
