import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { data, nasty, run } from './testing.ts'
import { toPlaywright } from './to-playwright.ts'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const page = { goto: vi.fn(), waitForFunction: vi.fn(), evaluate: (work: () => unknown) => work() }
const test = (_title: string, body: (world: unknown) => unknown) => body({ page })
const runTest = (code: string) =>
  run(code.replace(/^import.*\n+/, 'return '), { fetch: fetched, expect, test })

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({ encodedToken: 'new' }))
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
})
afterEach(() => vi.unstubAllGlobals())

it('copies as a Playwright test what makes the very same request in the page', async () => {
  await runTest(toPlaywright({ ...nasty, url: `${nasty.url}'` }, { status: 200 }))
  const [url, init] = fetched.mock.lastCall ?? expect.unreachable()
  expect(new URL(url, location.href).href).toBe(new URL(`${nasty.url}'`).href)
  expect(init).toMatchObject({ method: 'POST', headers: nasty.headers })
  expect(String(init.body)).toBe(JSON.stringify(data))
  expect(page.goto).toHaveBeenCalledWith('http://gearheads.test/mock')
})

it('expects the status that the answer had', async () => {
  await expect(runTest(toPlaywright(nasty, { status: 404 }))).rejects.toThrow('404')
})

it('lets the Playwright test log in by itself, where an old token is worth nothing', async () => {
  const user = { username: "o'mira", password: '$1\\' }
  const request = { ...nasty, headers: { accept: '*/*', authorization: 'old' } }
  const code = toPlaywright(request, { status: 200, user })
  expect(code).not.toContain('old')
  await runTest(code)
  const [login, made] = fetched.mock.calls
  expect(login?.[0]).toBe('/api/auth/login')
  expect(JSON.parse(String(login?.[1].body))).toEqual(user)
  expect(made?.[1].headers).toEqual({ accept: '*/*', authorization: 'new' })
})

it('leaves foreign addresses and those that are none as they are', () => {
  for (const url of ['https://elsewhere.test/x', 'http://'])
    expect(toPlaywright({ ...nasty, url }, { status: 200 })).toContain(`fetch('${url}'`)
})
