import { execFileSync, spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import { literal, quoteJs } from './javascript.ts'
import { type Step, toStep } from './steps.ts'
import { toCurl } from './to-curl.ts'
import { toFetch, toPlaywright } from './to-fetch.ts'
import { toPython } from './to-python.ts'

/** All characters that need quoting in a shell, in JavaScript or in Python. */
const SPECIAL = `'; rm -rf ~ #" $(id) \`id\` \\ \\' \\" \${x} : true, %s \n\r\t \u2028 ${'ü車🏍'} </script> @file`
const data = {
  [SPECIAL]: [SPECIAL, { content: SPECIAL, ['__proto__']: { admin: SPECIAL } }, true, null],
  n: 1e21,
}
const step: Step = {
  method: 'POST',
  url: `http://elsewhere.test/api/it's/[1-9]{a,b}?q=$HOME&"x"=\\`,
  headers: { 'x-quote': `it's "$(id)" \\`, 'x-empty': '', "x'!": '@file' },
  data,
  status: 200,
  isDevice: false,
}
const own = { ...step, url: 'http://gearheads.test/api/posts?limit=1', isDevice: true }

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=secret' })
})
afterEach(() => vi.unstubAllGlobals())

/** Runs code as a module, with the names of `scope` as globals. */
function run(code: string, scope: Record<string, unknown>): Promise<unknown> {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  return new AsyncFunction(...Object.keys(scope), code)(...Object.values(scope))
}

it('repeats the enabled headers with the defaults of the client, without a body for GET or a token', () => {
  const headers = [{ isUsed: false, header: 'X-Off', value: '1' }]
  const request = { ...DEFAULT_REQUEST, headers, endpoint: 'http://', auth: 'user:mira' } as const
  expect(toStep({ request })).toEqual({
    method: 'GET',
    url: 'http://',
    headers: { accept: 'application/json, text/plain, */*' },
    status: 200,
    user: 'mira',
    isDevice: false,
  })
})

it('repeats a recorded log-in of a seed user, whose password is public', () => {
  const logIn = (username: string) => {
    const body = JSON.stringify({ username, password: '' })
    return toStep({ request: { ...DEFAULT_REQUEST, method: 'POST', body } }).data
  }
  expect(logIn('mira')).toEqual({ username: 'mira', password: 'Boxer#1976' })
  const broken = { ...DEFAULT_REQUEST, method: 'POST', body: '{"n":[redacted]}' } as const
  expect(toStep({ request: broken }).data).toBe(broken.body)
  expect(logIn('constructor')).toMatchObject({ password: '' })
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

it('writes curl commands whose arguments equal the request', () => {
  const script = `curl() { printf '%s\\0' "$@"; }\n${toCurl([step])}`
  const received = execFileSync('sh', ['-c', script]).toString().split('\0')
  expect(received.slice(0, 4)).toEqual(['-X', 'POST', step.url, '--globoff'])
  const headers = [`x-quote: it's "$(id)" \\`, 'x-empty;', `x'!: @file`]
  expect(received.slice(4, -2)).toEqual([...headers.flatMap((one) => ['-H', one]), '--data-raw'])
  expect(JSON.parse(received.at(-2) ?? '')).toEqual(JSON.parse(JSON.stringify(data)))
})

it('sends curl to the practice server, with a token of that server', () => {
  const curl = `curl() { case "$*" in *auth/login*) echo '{"foundUser":{},"encodedToken":"new"}';; *) printf '%s\\n' "$@";; esac; }`
  const script = (steps: Step[], env = {}) =>
    spawnSync('sh', ['-c', `${curl}\n${toCurl(steps)}`], { env, encoding: 'utf8' })
  const { stdout } = script([
    { ...own, user: 'mira' },
    { ...own, url: `${own.url}0` },
  ])
  expect(stdout.split('\n')).toContain('http://localhost:4180/api/posts?limit=10')
  expect(stdout.match(/^authorization: .*$/gm)).toEqual(['authorization: new'])
  const ofSession = [{ ...own, user: 'ada' }]
  expect(script(ofSession).stderr).toContain('TOKEN: must be set to a token of that server')
  expect(script(ofSession, { TOKEN: 'mine' }).stdout).toContain('authorization: mine')
})

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({ encodedToken: 'new' }))
})

it('writes fetch calls that send the same requests, with the token of the session', async () => {
  const localStorage = { getItem: () => 'mine' }
  const console = { log: vi.fn() }
  await run(toFetch([step, { ...own, user: 'ada' }]), { fetch: fetched, console, localStorage })
  const [[url, init], [ownUrl, ownInit]] = fetched.mock.calls as [
    [string, RequestInit],
    [string, RequestInit],
  ]
  expect([url, ownUrl]).toEqual([step.url, '/api/posts?limit=1'])
  expect(init).toMatchObject({ method: 'POST', headers: step.headers })
  expect(init.body).toBe(JSON.stringify(data))
  expect(ownInit.headers).toMatchObject({ authorization: 'mine' })
  expect(console.log).toHaveBeenCalledTimes(2)
})

const page = { goto: vi.fn(), waitForFunction: vi.fn(), evaluate: (work: () => unknown) => work() }
const test = (_title: string, body: (fixtures: unknown) => unknown) => body({ page })
const runTest = (...steps: Step[]) =>
  run(toPlaywright(steps).replace(/^import.*\n+/, 'return '), { fetch: fetched, expect, test })

it('writes a Playwright test that sends the requests from the page and expects their statuses', async () => {
  await runTest(step, own)
  const [url, init] = fetched.mock.calls[0] ?? expect.unreachable()
  expect(url).toBe(step.url)
  expect(init).toMatchObject({ method: 'POST', headers: step.headers })
  expect(init.body).toBe(JSON.stringify(data))
  expect(page.goto).toHaveBeenCalledWith('http://gearheads.test/mock')
  await expect(runTest(step, { ...own, status: 404 })).rejects.toThrow('404')
})

it('writes a Playwright test that logs in seed users, and signs up the user of a session again', async () => {
  await runTest({ ...own, user: 'mira' }, { ...own, user: "o'mira" }, { ...own, user: 'mira' })
  const urls = fetched.mock.calls.map(([url]) => url)
  expect(urls).toEqual([
    '/api/auth/login',
    '/api/auth/signup',
    ...Array(3).fill('/api/posts?limit=1'),
  ])
  expect(String(fetched.mock.calls[1]?.[1].body)).toContain(`"username":"o'mira"`)
  expect(fetched.mock.lastCall?.[1].headers).toMatchObject({ authorization: 'new' })
})

it.skipIf(spawnSync('python3', ['-V']).error)('writes Python that sends the same requests', () => {
  const requests = `import json, sys, types
class Reply:
    status_code, text = 200, ''
    def json(self): return {'encodedToken': 'new'}
def request(method, url, headers, data=None):
    sys.stderr.write(json.dumps([method, url, headers, data]) + '\\n')
    return Reply()
sys.modules['requests'] = types.SimpleNamespace(request=request, post=lambda url, json: Reply())
`
  const code = `${requests}${toPython([step, { ...own, data: undefined, user: 'mira' }])}`
  const { stderr } = spawnSync('python3', ['-'], { input: code, encoding: 'utf8' })
  const [first, second] = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first.slice(0, 3)).toEqual([step.method, step.url, step.headers])
  expect(JSON.parse(first[3])).toEqual(JSON.parse(JSON.stringify(data)))
  expect(second[1]).toBe('http://localhost:4180/api/posts?limit=1')
  expect(second[2]).toMatchObject({ authorization: 'new' })
})
