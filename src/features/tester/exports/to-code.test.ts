import { spawnSync } from 'node:child_process'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import { type Step, toStep } from './recorded.ts'
import type { Replay } from './replay.ts'
import { toCurl, toFetch, toPlaywright, toPython } from './to-code.ts'
import { variable } from './variables.ts'

/** All characters that need quoting in a shell, in JavaScript or in Python. */
const SPECIAL = `'; rm -rf ~ #" $(id) \`id\` \\ \\' \\" \${x} : true, %s \n\r\t \u2028 ${'ü車🏍'} </script> @file`
const data = JSON.parse(
  JSON.stringify({ [SPECIAL]: [SPECIAL, { ['__proto__']: { a: SPECIAL } }, true, null], n: 1e21 }),
)
const step: Step = {
  method: 'POST',
  url: `http://elsewhere.test/api/it's/[1-9]{a,b}?q=$HOME&"x"=\\`,
  headers: { 'x-quote': `it's "$(id)" \\`, 'x-empty': '', "x'!": '@file' },
  data,
  status: 200,
}
const own: Step = {
  method: 'GET',
  url: 'http://gearheads.test/api/posts',
  headers: {},
  status: 200,
}
const ownAs = (user: string) => ({ ...own, user })

type Sent = { method: string; url: string; headers: Record<string, string>; data?: unknown }

/** Runs code as a module, with the names of `scope` as globals. */
async function run(code: string, scope: object): Promise<Sent[]> {
  const sent: Sent[] = []
  const fetch = (url: string, { method = '', headers, body }: RequestInit) => {
    sent.push({ method, url, headers, ...(body && { data: JSON.parse(String(body)) }) } as Sent)
    return Response.json({ encodedToken: 'new' })
  }
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const globals = { ...scope, fetch }
  await new AsyncFunction(...Object.keys(globals), code)(...Object.values(globals))
  return sent
}

const page = { goto: vi.fn(), waitForFunction: vi.fn(), evaluate: (work: () => unknown) => work() }
const test = (_title: string, body: (fixtures: unknown) => unknown) => body({ page })

/** Prints its arguments, each followed by \\0, and \\1 after the last. */
const CURL = `curl() { printf '%s\\0' "$@" >&2; printf '\\1' >&2; echo '{"foundUser":{},"encodedToken":"new"}'; }\n`

/** The request that the arguments of curl describe. */
function readCurl(line: string): Sent {
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

/** Runs the code of a language, and gives the requests that it sends. */
const replay = (steps: Step[]): Replay => ({ steps, leftOut: [] })

const languages: Record<string, (steps: Step[]) => Promise<Sent[]>> = {
  curl: async (steps) => start('sh', CURL + toCurl(replay(steps)), '\u0001').map(readCurl),
  Python: async (steps) =>
    start('python3', PYTHON + toPython(replay(steps)), '\n').map((line) => JSON.parse(line)),
  fetch: (steps) =>
    run(toFetch(replay(steps)), {
      console: { log() {} },
      localStorage: { getItem: () => env.TOKEN },
    }),
  Playwright: (steps) =>
    run(toPlaywright(replay(steps)).replace(/^import.*\n+/, 'return '), { expect, test }),
}
if (spawnSync('python3', ['-V']).error) delete languages.Python

beforeEach(() => {
  env = {}
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=secret' })
  return () => vi.unstubAllGlobals()
})

it.each(Object.entries(languages))('%s sends the same requests', async (_name, send) => {
  const { status: _, ...sent } = step
  expect(await send([step, step])).toEqual([sent, sent])
})

it.each(Object.entries(languages))(
  '%s sends a token that it requests for a seed user',
  async (name, send) => {
    const origin = /curl|Python/.test(name) ? 'http://localhost:4180' : ''
    const [logIn, ...calls] = await send([ownAs('mira'), ownAs('mira')])
    const password = 'Boxer#1976'
    const url = `${origin}/api/auth/login`
    expect(logIn).toMatchObject({ method: 'POST', url, data: { username: 'mira', password } })
    const call = { method: 'GET', url: `${origin}/api/posts`, headers: { authorization: 'new' } }
    expect(calls).toEqual([call, call])
  },
)

it.each(['curl', 'Python', 'fetch'].filter((name) => languages[name]))(
  '%s sends a given token of any other user',
  async (name) => {
    env.TOKEN = 'mine'
    const [call] = (await languages[name]?.([ownAs('ada')])) ?? []
    expect(call?.headers).toEqual({ authorization: 'mine' })
  },
)

it.each(Object.entries(languages))('%s sends values of an earlier reply', async (_name, send) => {
  const first: Step = {
    ...own,
    url: 'http://elsewhere.test/',
    keeps: [{ name: 'value1', path: ['encodedToken'] }],
  }
  const id = variable('value1')
  const data = { [SPECIAL]: `${SPECIAL}${id}`, ids: [id] }
  const headers = { authorization: id }
  const second: Step = {
    ...{ method: 'POST', url: `http://elsewhere.test/it's/${id}/x`, status: 200 },
    ...{ headers, data },
  }
  expect((await send([first, second]))[1]).toEqual({
    ...{ method: 'POST', url: "http://elsewhere.test/it's/new/x" },
    headers: { authorization: 'new' },
    data: { [SPECIAL]: `${SPECIAL}new`, ids: ['new'] },
  })
})

it.skipIf(spawnSync('jq', ['-V']).error).each(['sh', 'bash'])(
  'curl in %s inserts a value into JSON with its quotes and line breaks',
  (program) => {
    const text = SPECIAL.trim()
    const reply = `'${JSON.stringify({ text }).replaceAll("'", "'\\''")}'`
    const first: Step = { ...own, keeps: [{ name: 'text', path: ['text'] }] }
    const second = { ...step, data: { a: [`"${variable('text')}\\`, variable('text')] } }
    const stub = CURL.replace(/echo '.*'/, () => `printf '%s\\n' ${reply}`)
    const sent = start(program, stub + toCurl(replay([first, second])), '\u0001').map(readCurl)
    expect(sent[1]?.data).toEqual({ a: [`"${text}\\`, text] })
  },
)

/** The reply of the stub is `{"encodedToken":"new"}`. */
const checks: Step['checks'] = [
  { path: ['data', 'encodedToken'], kind: 'equals', value: 'new' },
  { path: ['data', 'encodedToken'], kind: 'exists' },
  { path: ['data', 'encodedToken'], kind: 'matches', value: "^n[e']w$" },
  { path: ['data', 'encodedToken'], kind: 'length', value: 3 },
  { path: ['data', 'encodedToken'], kind: 'type', value: 'string' },
  { path: ['data'], kind: 'type', value: 'object' },
]
const failing: Step['checks'] = [
  { path: ['data', 'encodedToken'], kind: 'equals', value: `${SPECIAL}` },
  { path: ['data', 'other'], kind: 'exists' },
  { path: ['data', 'encodedToken'], kind: 'matches', value: 'x' },
  { path: ['data', 'encodedToken'], kind: 'length', value: 4 },
  { path: ['data', 'encodedToken'], kind: 'type', value: 'null' },
]

describe('with checks', () => {
  it('Playwright expects them', async () => {
    await languages.Playwright?.([{ ...own, checks }])
    for (const check of failing)
      await expect(languages.Playwright?.([{ ...own, checks: [check] }])).rejects.toThrow()
  })

  it.skipIf(!languages.Python)('Python asserts them', () => {
    const reply = `sys.modules['requests'] = types.SimpleNamespace(request=lambda *_, **__: types.SimpleNamespace(
    status_code=200, text='{"encodedToken":"new"}', json=lambda: {'encodedToken': 'new'}))\n`
    const code = (step: Step) => PYTHON + reply + toPython(replay([step]))
    start('python3', code({ ...own, checks }), '\n')
    for (const check of failing)
      expect(() => start('python3', code({ ...own, checks: [check] }), '\n')).toThrow(/Error/)
    expect(() => start('python3', code({ ...own, status: 201, checks: [] }), '\n')).toThrow(
      /Assert/,
    )
  })

  it.skipIf(spawnSync('jq', ['-V']).error)('curl checks them with jq', () => {
    const stub = `curl() { printf '{"encodedToken":"new"}\\n200'; }\n`
    const status = (step: Step) =>
      spawnSync('sh', { input: stub + toCurl(replay([step])), encoding: 'utf8' }).status
    expect(status({ ...own, checks })).toBe(0)
    for (const check of failing) expect(status({ ...own, checks: [check] }), check.kind).toBe(1)
    expect(status({ ...own, status: 201, checks: [] })).toBe(1)
  })
})

it('names what it leaves out, in a comment that nothing ends', () => {
  const left: Replay = { steps: [own], leftOut: ['POST /api/uploads\nrm -rf ~: no file'] }
  for (const [write, start] of [
    [toCurl, '#'],
    [toPython, '#'],
    [toFetch, '//'],
    [toPlaywright, '//'],
  ] as const)
    expect(write(left)).toContain(`${start} Left out: POST /api/uploads rm -rf ~: no file\n`)
})

it('asks for a token that curl needs', () => {
  expect(() => start('sh', CURL + toCurl(replay([ownAs('ada')])), '')).toThrow('TOKEN: must be set')
})

it('writes a Playwright test that signs up any other user, and expects the statuses', async () => {
  const [signUp, call] = (await languages.Playwright?.([ownAs("o'mira")])) ?? []
  expect(signUp).toMatchObject({ url: '/api/auth/signup', data: { username: "o'mira" } })
  expect(call?.headers).toEqual({ authorization: 'new' })
  expect(page.goto).toHaveBeenCalledWith('http://gearheads.test/mock')
  await expect(languages.Playwright?.([{ ...own, status: 404 }])).rejects.toThrow('404')
  await languages.Playwright?.([{ ...own, status: undefined }])
  expect(toPlaywright(replay([{ ...own, status: undefined }]))).toContain(
    'expect(statuses[0]).toBeLessThan(400)',
  )
})

it('repeats the enabled headers with the defaults of the client, without a body for GET or a token', () => {
  const headers = [{ isUsed: false, header: 'X-Off', value: '1' }]
  const request = { ...DEFAULT_REQUEST, headers, endpoint: 'http://', auth: 'user:mira' } as const
  expect(toStep({ request })).toEqual({
    method: 'GET',
    url: 'http://',
    headers: { accept: 'application/json, text/plain, */*' },
    status: 200,
    user: 'mira',
  })
})
