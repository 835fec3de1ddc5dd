import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST } from './tester-request.ts'
import {
  accountOf,
  literal,
  quoteJs,
  type SentRequest,
  toCurl,
  toFetch,
  toPlaywright,
  toPracticeCurl,
  toSentRequest,
} from './to-code.ts'

/** All characters that need quoting in a shell or in JavaScript. */
const SPECIAL = `'; rm -rf ~ #" $(id) \`id\` \\ \\' \\" \${x} !! %s \n\r\t \u2028 ${'ü車🏍'} </script> @file`
const data = {
  [SPECIAL]: [SPECIAL, { content: SPECIAL, ['__proto__']: { admin: SPECIAL } }],
  n: 1e21,
}
const request: SentRequest = {
  method: 'POST',
  url: `http://gearheads.test/api/it's/[1-9]{a,b}?q=$HOME&"x"=\\`,
  headers: { 'x-quote': `it's "$(id)" \\`, 'x-empty': '', "x'!": '@file' },
  data,
}

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
})
afterEach(() => vi.unstubAllGlobals())

/** Runs code as a module, with the names of `scope` as globals. */
function run(code: string, scope: Record<string, unknown>): Promise<unknown> {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  return new AsyncFunction(...Object.keys(scope), code)(...Object.values(scope))
}

it('copies the enabled headers with the defaults of the client, and no body with GET', () => {
  const headers = [{ isUsed: false, header: 'X-Off', value: '1' }]
  const form = { ...DEFAULT_REQUEST, headers, endpoint: 'http://' }
  expect(toSentRequest(form, { authorization: 'token' })).toEqual({
    method: 'GET',
    url: 'http://',
    headers: { accept: 'application/json, text/plain, */*', authorization: 'token' },
    data: undefined,
  })
})

it('quotes strings for JavaScript', () => {
  for (const text of ['', "'", '"', '\\', "\\'", '\\"', '\n', SPECIAL])
    expect(new Function(`return ${quoteJs(text)}`)()).toBe(text)
  expect(quoteJs('say "hi"')).toBe(`'say "hi"'`)
})

it('writes a __proto__ key as an own property and leaves strings unchanged', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"b":"\\n  \\"__proto__\\": 1"}')
  expect(JSON.stringify(new Function(`return ${literal(value, 2)}`)())).toBe(JSON.stringify(value))
})

/** The arguments that curl receives from a shell. */
function shellArguments(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1)
}

it('writes a curl command whose arguments equal the request', () => {
  const [x, method, url, globoff, ...rest] = shellArguments(toCurl(request))
  expect([x, method, url, globoff]).toEqual(['-X', 'POST', request.url, '--globoff'])
  expect(rest.slice(0, -1)).toEqual([
    '-H',
    `x-quote: it's "$(id)" \\`,
    '-H',
    'x-empty;',
    '-H',
    `x'!: @file`,
    '--data-raw',
  ])
  expect(JSON.parse(rest.at(-1) ?? '')).toEqual(JSON.parse(JSON.stringify(data)))
})

it('writes a plain GET as a plain curl command', () => {
  expect(
    toCurl({ method: 'GET', url: 'http://gearheads.test/api/x', headers: { accept: '*/*' } }),
  ).toBe("curl 'http://gearheads.test/api/x' \\\n  -H 'accept: */*'")
})

it('writes a fetch call that sends the same request', async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
  await run(toFetch(request), { fetch, console: { log: vi.fn() } })
  const [url, init] = fetch.mock.lastCall ?? expect.unreachable()
  expect(url).toBe(request.url)
  expect(init).toMatchObject({ method: 'POST', headers: request.headers })
  expect(String(init.body)).toBe(JSON.stringify(data))
})

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const page = { goto: vi.fn(), waitForFunction: vi.fn(), evaluate: (work: () => unknown) => work() }
const test = (_title: string, body: (fixtures: unknown) => unknown) => body({ page })
const runTest = (code: string) =>
  run(code.replace(/^import.*\n+/, 'return '), { fetch: fetched, expect, test })

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({ encodedToken: 'new' }))
})

it('writes a Playwright test that sends the same request from the page', async () => {
  await runTest(toPlaywright({ ...request, url: `${request.url}'` }, { status: 200 }))
  const [url, init] = fetched.mock.lastCall ?? expect.unreachable()
  expect(new URL(url, location.href).href).toBe(new URL(`${request.url}'`).href)
  expect(init).toMatchObject({ method: 'POST', headers: request.headers })
  expect(String(init.body)).toBe(JSON.stringify(data))
  expect(page.goto).toHaveBeenCalledWith('http://gearheads.test/mock')
})

it('writes a Playwright test that expects the status of the response', async () => {
  await expect(runTest(toPlaywright(request, { status: 404 }))).rejects.toThrow('404')
})

it('writes a Playwright test that requests a token of its own', async () => {
  const body = { username: "o'mira", password: '$1\\' }
  const account = { path: '/api/auth/login', body } as const
  const headers = { accept: '*/*' }
  await runTest(toPlaywright({ ...request, headers }, { status: 200, account }))
  const [login, sent] = fetched.mock.calls
  expect(login?.[0]).toBe('/api/auth/login')
  expect(JSON.parse(String(login?.[1].body))).toEqual(body)
  expect(sent?.[1].headers).toEqual({ accept: '*/*', authorization: 'new' })
})

it('logs in seed users, and signs up the user of a session again', () => {
  expect(accountOf('user:mira', 'ada')).toMatchObject({
    path: '/api/auth/login',
    body: { username: 'mira', password: 'Boxer#1976' },
  })
  expect(accountOf('session', 'guest')?.path).toBe('/api/auth/login')
  expect(accountOf('session', 'ada')).toMatchObject({
    path: '/api/auth/signup',
    body: { username: 'ada' },
  })
  expect([accountOf('none', 'ada'), accountOf('session')]).toEqual([undefined, undefined])
})

it('sends curl to the practice server, with a token of that server', () => {
  const script = (code: string) =>
    execFileSync('sh', [
      '-c',
      `curl() { case "$*" in *auth/login*) echo '{"foundUser":{},"encodedToken":"new"}';; *) printf '%s\\n' "$@";; esac; }\n${code}`,
    ]).toString()
  const code = toPracticeCurl(request, accountOf('user:mira'))
  expect(script(code).split('\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^http:\/\/localhost:4180\/api\/it/),
      'authorization: new',
    ]),
  )
  expect(script(toPracticeCurl(request))).not.toContain('authorization')
  const signedUp = toPracticeCurl(request, accountOf('session', 'ada'))
  expect(signedUp).toContain('set TOKEN to a token of that server')
  expect(script(`TOKEN=mine\n${signedUp}`)).toContain('authorization: mine')
})

it('leaves foreign and invalid URLs unchanged in a Playwright test', () => {
  for (const url of ['https://elsewhere.test/x', 'http://'])
    expect(toPlaywright({ ...request, url }, { status: 200 })).toContain(`fetch('${url}'`)
})
