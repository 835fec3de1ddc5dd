import { spawnSync } from 'node:child_process'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST, type RequestModel } from '../request/request-model.ts'
import { CHECK_KINDS, type Check } from '../saved/checks.ts'
import type { Recorded } from './exported.ts'
import type { Format } from './formats.ts'
import { sentBy } from './script.ts'
import { writers } from './writers.ts'

/** All characters that need quoting in a shell, in JavaScript or in Python. */
const SPECIAL = `\ue000id\ue001 reference0reference '; rm -rf ~ #" $(id) \`id\` \\ \\' \\" \${x} : true, %s \n\r\t \u2028 ${'ü車🏍'} </script> @file {{{x}}}`
const data = JSON.parse(
  JSON.stringify({ [SPECIAL]: [SPECIAL, { ['__proto__']: { a: SPECIAL } }, true, null], n: 1e21 }),
)
const row = (header: string, value: string) => ({ isUsed: true, header, value })
const elsewhere: RequestModel = {
  ...DEFAULT_REQUEST,
  method: 'POST',
  endpoint: `http://elsewhere.test/api/it's/[1-9]{a,b}?q=$HOME&"x"={{y}}\\`,
  headers: [row('x-quote', `it's "$(id)" {{z}} \\`), row('x-empty', ''), row("x'!", '@file')],
  body: JSON.stringify(data),
}
const own: RequestModel = { ...DEFAULT_REQUEST, headers: [], endpoint: '/api/posts' }
const ownAs = (user: string): Recorded => ({ request: { ...own, auth: `user:${user}` } })
const saved = (name: string, request: Partial<RequestModel>, checks: Check[] = []): Recorded => ({
  name,
  request: { ...own, ...request },
  checks,
})

type Sent = { method: string; url: string; headers: Record<string, string>; data?: unknown }
const write = (format: Format, given: readonly Recorded[], context = {}) =>
  writers[format](given, context).text

/** Runs code as a module, with the names of `scope` as globals. */
async function run(code: string, scope: object): Promise<Sent[]> {
  const sent: Sent[] = []
  const fetch = (url: string, { method = '', headers, body }: RequestInit) => {
    sent.push({ method, url, headers, ...(body && { data: JSON.parse(String(body)) }) } as Sent)
    return Response.json({ encodedToken: 'new' }, { status: url.includes('signup') ? 201 : 200 })
  }
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const globals = { ...scope, fetch }
  await new AsyncFunction(...Object.keys(globals), code)(...Object.values(globals))
  return sent
}

const page = {
  goto: vi.fn(),
  waitForFunction: vi.fn(),
  evaluate: (work: (env: unknown) => unknown) => work(env),
}
const test = (_title: string, body: (fixtures: unknown) => unknown) => body({ page })

/** Prints its arguments, each followed by \\0, and \\1 after the last. */
const CURL = `curl() { printf '%s\\0' "$@" >&2; printf '\\1' >&2; echo '{"foundUser":{},"encodedToken":"new"}'; }\n`

/** The request that the arguments of curl describe. */
function readArguments(line: string): Sent {
  const sent: Sent = { method: 'GET', url: '', headers: {} }
  const args = line.split('\0')
  for (let option = args.shift(); option; option = args.shift()) {
    if (option === '-X') sent.method = args.shift() ?? ''
    if (option === '--data-raw') sent.data = JSON.parse(args.shift() ?? '')
    if (option.startsWith('http')) sent.url = option
    if (option !== '-H') continue
    const [name = '', value = ''] = args.shift()?.split(/: |;$/, 2) ?? []
    sent.headers[name] = value
  }
  return sent
}

const PYTHON = `import json, sys, types
class Reply:
    status_code, text = 200, ''
    def json(self): return {'encodedToken': 'new'}
def request(method, url, headers, data=None):
    sent = {'method': method, 'url': url, 'headers': headers}
    sys.stderr.write(json.dumps({**sent, **({'data': json.loads(data)} if data else {})}) + '\\n')
    return Reply()
sys.modules['requests'] = types.SimpleNamespace(request=request)
`

/** The environment of programs. */
let env: Record<string, string>

/** @returns what the program prints to stderr, in parts @throws Error with that if it fails */
function start(program: string, input: string, separator: string): string[] {
  const { stderr, status } = spawnSync(program, { input, encoding: 'utf8', env })
  if (status) throw new Error(stderr)
  return stderr.split(separator).slice(0, -1)
}

const runPlaywright = (code: string) =>
  run(code.replace(/^import.*\n+/, 'return '), { expect, test, process: { env } })

/** Runs the code of a language, and gives the requests that it sends. */
const languages: Record<string, (given: readonly Recorded[]) => Promise<Sent[]>> = {
  curl: async (given) => start('sh', CURL + write('curl', given), '\u0001').map(readArguments),
  Python: async (given) =>
    start('python3', PYTHON + write('Python', given), '\n').map((line) => JSON.parse(line)),
  fetch: (given) =>
    run(write('fetch', given), {
      console: { log() {} },
      localStorage: { getItem: () => env.GEARHEADS_TOKEN },
    }),
  Playwright: (given) => runPlaywright(write('Playwright test', given)),
}
if (spawnSync('python3', ['-V']).error) delete languages.Python
const each = Object.entries(languages)
const hasJq = !spawnSync('jq', ['-V']).error
/** Values of replies need jq. */
const chained = each.filter(([name]) => name !== 'curl' || hasJq)

beforeEach(() => {
  env = { PATH: process.env.PATH ?? '' }
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=secret' })
  return () => vi.unstubAllGlobals()
})

it.each(each)('%s sends the same requests (R14.17)', async (_name, send) => {
  const { isText: _, ...parts } = sentBy(elsewhere)
  const sent = { ...parts, url: new URL(elsewhere.endpoint).href }
  expect(await send([{ request: elsewhere }, { request: elsewhere }])).toEqual([sent, sent])
})

it.each(each)('%s sends a token that it requests for a seed user (R14.17)', async (name, send) => {
  const origin = /curl|Python/.test(name) ? 'http://localhost:4180' : ''
  const [logIn, ...calls] = await send([ownAs('mira'), ownAs('mira')])
  const password = 'Boxer#1976'
  const url = `${origin}/api/auth/login`
  expect(logIn).toMatchObject({ method: 'POST', url, data: { username: 'mira', password } })
  const call = { method: 'GET', url: `${origin}/api/posts`, headers: { authorization: 'new' } }
  expect(calls).toMatchObject([call, call])
})

it.each(['curl', 'Python', 'fetch'].filter((name) => languages[name]))(
  '%s sends a given token of any other user',
  async (name) => {
    env.GEARHEADS_TOKEN = 'mine'
    env.GEARHEADS_log_in_as_ada_encodedToken = 'mine'
    const [call] = (await languages[name]?.([ownAs('ada')])) ?? []
    expect(call?.headers).toMatchObject({ authorization: 'mine' })
  },
)

it.each(chained)('%s sends values of an earlier reply', async (_name, send) => {
  const id = '{{first.encodedToken}}'
  const text = SPECIAL.replace('{{{x}}}', '')
  const second: Partial<RequestModel> = {
    method: 'POST',
    endpoint: `http://elsewhere.test/it's/${id}/ü ?x=${id}`,
    headers: [row('authorization', `Bearer ${id}`)],
    body: JSON.stringify({ [text]: text + id, ids: [id], n: 1 }),
  }
  const sent = await send([
    saved('First', { endpoint: 'http://elsewhere.test/' }),
    saved('Second', second),
  ])
  expect(sent[1]).toMatchObject({
    ...{ method: 'POST', url: "http://elsewhere.test/it's/new/%C3%BC%20?x=new" },
    headers: { authorization: 'Bearer new' },
    data: { [text]: `${text}new`, ids: ['new'], n: 1 },
  })
})

it.skipIf(!hasJq).each(['sh', 'bash'])(
  'curl in %s inserts a value into JSON with its quotes and line breaks',
  (program) => {
    const text = SPECIAL.trim()
    const reply = `'${JSON.stringify({ text }).replaceAll("'", "'\\''")}'`
    const a = ['"{{first.text}}\\', '{{ first["text"] }}']
    const list = [
      saved('First', {}),
      saved('Second', { method: 'POST', body: JSON.stringify({ a }) }),
    ]
    const stub = CURL.replace(/echo '.*'/, () => `printf '%s\\n' ${reply}`)
    const sent = start(program, stub + write('curl', list), '\u0001').map(readArguments)
    expect(sent[1]?.data).toEqual({ a: [`"${text}\\`, text] })
  },
)

it.each(each)(
  '%s asks for variables, also such as are words of its language (R14.36)',
  async (_, send) => {
    const given = { GEARHEADS_class: 'one', GEARHEADS_response: 'two', GEARHEADS_body: 'three' }
    Object.assign(env, given)
    vi.stubGlobal('prompt', (name: string) => env[`GEARHEADS_${name}`])
    const variables = 'x={{class}}&y={{response}}&z={{body}}'
    const [sent] = await send([saved('One', { endpoint: `http://elsewhere.test/?${variables}` })])
    const [, first, second, third] = /x=(\w+)&y=(\w*)&z=(\w*)/.exec(String(sent?.url)) ?? []
    expect([first, second, third]).toEqual(['one', 'two', 'three'])
  },
)

/** The reply of the stub is `{"encodedToken":"new"}`. */
const checks: Check[] = [
  { path: ['data', 'encodedToken'], kind: 'equals', value: 'new' },
  { path: ['data', 'encodedToken'], kind: 'exists' },
  { path: ['data', 'encodedToken'], kind: 'matches', value: "^n[e']w$" },
  { path: ['data', 'encodedToken'], kind: 'length', value: 3 },
  { path: ['data', 'encodedToken'], kind: 'type', value: 'string' },
  { path: ['data'], kind: 'type', value: 'object' },
  { path: ['headers', 'content-type'], kind: 'exists' },
  { path: ['status'], kind: 'equals', value: 200 },
]
const failing: Check[] = [
  { path: ['data', 'encodedToken'], kind: 'equals', value: `${SPECIAL}` },
  { path: ['data', 'other'], kind: 'exists' },
  { path: ['data', 'encodedToken'], kind: 'matches', value: 'x' },
  { path: ['data', 'encodedToken'], kind: 'length', value: 4 },
  { path: ['data', 'encodedToken'], kind: 'type', value: 'null' },
  { path: ['status'], kind: 'equals', value: 404 },
]

describe('Playwright', () => {
  it('expects the checks', async () => {
    await languages.Playwright?.([saved('One', {}, checks)])
    for (const check of failing)
      await expect(languages.Playwright?.([saved('One', {}, [check])])).rejects.toThrow()
  })

  it('writes values and paths of checks as texts, whatever a list holds', async () => {
    const evil = 'string]" + ran() + "\u202e'
    const ran = vi.fn()
    vi.stubGlobal('ran', ran)
    for (const kind of CHECK_KINDS) {
      const given = saved('One', {}, [{ path: ['data', evil], kind, value: evil }])
      await languages.Playwright?.([given]).catch(() => {})
      expect(ran).not.toHaveBeenCalled()
      expect(write('Playwright test', [given])).not.toContain('\u202e')
    }
  })

  it('signs up any other user, and expects a status below 400 without a check of it', async () => {
    const [signUp, call] = (await languages.Playwright?.([ownAs("o'mira")])) ?? []
    expect(signUp).toMatchObject({ url: '/api/auth/signup', data: { username: "o'mira" } })
    expect(call?.headers).toMatchObject({ authorization: 'new' })
    expect(page.goto).toHaveBeenCalledWith('http://gearheads.test/mock')
    expect(write('Playwright test', [saved('One', {})])).toContain(
      'expect(replies[0].status).toBeLessThan(400)',
    )
  })
})

it('writes hostile texts, and names what it leaves out, so that nothing ends or reverses a line', () => {
  const odd = { ...own, method: "X'; id #", headers: [row('b', '\u00ad')], body: '{"a":"\u202e"}' }
  const late = { ...own, endpoint: '/\u202e\nrm -rf ~{{late.id}}' }
  const list = [
    { name: 'One', request: odd as RequestModel },
    { name: 'Two', request: late },
    saved('Late', {}),
  ]
  for (const [format, start] of [
    ['curl', '#'],
    ['Python', '#'],
    ['fetch', '//'],
    ['Playwright test', '//'],
  ] as const) {
    const text = write(format, list)
    expect(text).toContain(`${start} Left out: Two /\\u{202e} rm -rf ~{{late.id}}: no earlier`)
    expect(text).not.toMatch(/\p{Cf}/u)
    expect(text).toMatch(/-X 'X'\\''; ID #'|"X'; ID #"|"X'; id #"|-X 'X'\\''; id #'/)
  }
})

it('asks for the token of the session, and says in a comment where it comes from (R14.36)', () => {
  const given = [{ request: { ...own, auth: 'session' } as const }]
  const code = write('curl', given, { viewer: 'a\u202e\nda' })
  expect(() => start('sh', CURL + code, '')).toThrow('GEARHEADS_TOKEN: must be set')
  const hint =
    '# Set GEARHEADS_TOKEN to the token of a\\u{202e} da: "encodedToken" in the reply of http://localhost:4180/api/auth/login or signup\n'
  for (const format of ['curl', 'Python'] as const)
    expect(write(format, given, { viewer: 'a\u202e\nda' })).toContain(hint)
})

it('sends the enabled headers with the defaults of the client, without a body for GET or a token', () => {
  const headers = [{ isUsed: false, header: 'X-Off', value: '1' }]
  const request = { ...DEFAULT_REQUEST, headers, endpoint: '/api/x', auth: 'user:mira' } as const
  expect(sentBy(request)).toEqual({
    method: 'GET',
    url: 'http://gearheads.test/api/x',
    headers: { accept: 'application/json, text/plain, */*' },
    isText: false,
  })
})
