import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { guest } from '../src/contract/guest.ts'
import type { LogLine } from './log.ts'
import { club, httpApi } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

test('a club serves the app at any path, and marks page and worker as its own', async () => {
  const { send } = await club()
  for (const path of ['/', '/homePage', '/post/1']) {
    const page = await send(path)
    expect([path, page.status]).toEqual([path, 200])
    expect(await page.text()).toContain('<html data-club="" lang="en">')
    expect(page.headers.get('Cache-Control')).toBe('no-cache')
    // The policy of the page, and what only a header can say.
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toBe("default-src 'self'; frame-ancestors 'none'")
  }
  const worker = await send('/sw.js')
  expect(await worker.text()).toBe('self.club = true;\n// worker')
  expect(worker.headers.get('Content-Type')).toContain('text/javascript')
  expect(worker.headers.get('Content-Security-Policy')).toBe("script-src 'self'")
})

test('the request tester has a page with a policy of its own (R14.6)', async () => {
  const { send } = await club()
  for (const path of ['/mock', '/mock/']) {
    const page = await send(path)
    expect(page.headers.get('Content-Security-Policy')).toBe(
      "connect-src *; frame-ancestors 'none'",
    )
    expect(await page.text()).toContain('<html data-club="" lang="en">')
  }
})

test('files have an ETag, and those of assets/ never change', async () => {
  const { send } = await club()
  const { headers } = await send('/assets/a.js')
  expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; script-src 'self'")
  const again = await send('/logo.svg')
  const tag = again.headers.get('ETag') ?? ''
  expect((await send('/logo.svg', { headers: { 'If-None-Match': tag } })).status).toBe(304)
})

test('a page that is still the same keeps its policy', async () => {
  const { send } = await club()
  const first = await send('/')
  const again = await send('/', { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } })
  expect(again.status).toBe(304)
  const name = 'Content-Security-Policy'
  expect(again.headers.get(name)).toBe(first.headers.get(name))
})

test('a missing file is no page', async () => {
  const { send } = await club()
  for (const path of ['/assets/old.js', '/api/none', '/none.svg']) {
    const { status, headers } = await send(path)
    expect([path, status, headers.get('Content-Type')]).toEqual([path, 404, 'application/json'])
  }
})

test('every header that public/_headers gives to all files is sent', async () => {
  const [, all = ''] = readFileSync('public/_headers', 'utf8').split('\n/*\n')
  const { send } = await club()
  const { headers } = await send('/logo.svg')
  for (const line of all.trim().split('\n')) {
    const [name = '', value = ''] = line.trim().split(/: (.*)/)
    expect([name, headers.get(name)]).toEqual([name, expect.stringContaining(value)])
  }
})

test('a new club is empty, and has no controls (R13.10, R16.13)', async () => {
  const { send, post } = await club()
  expect(await (await send('/api/users')).json()).toEqual({ users: [] })
  expect(await (await send('/api/posts')).json()).toEqual({ posts: [] })
  expect((await post('/api/auth/login', guest)).status).toBe(404)
  expect((await post('/api/mock/reset', { seed: 'default' })).status).toBe(404)
  expect((await send('/api/mock/snapshot')).status).toBe(404)
  expect((await send('/api/openapi.json')).status).toBe(200)
})

test('--account creates an account once, whose printed password the form accepts', async () => {
  const { data, remove } = newFolder()
  const first = await club({ data, account: 'anna' })
  expect(first.password).toMatch(/^[A-Za-z0-9!@#$%^&*]{7,15}$/)
  const body = { username: 'anna', password: first.password }
  expect((await first.post('/api/auth/login', body)).status).toBe(200)
  await first.close()
  const second = await club({ data, account: 'Anna' })
  expect(second.password).toBeUndefined()
  expect((await second.post('/api/auth/login', body)).status).toBe(200)
  await second.close()
  remove()
})

test('a start that fails creates no account, whose password nobody would see', async () => {
  const { data, remove } = newFolder()
  const { url } = await httpApi()
  const port = Number(new URL(url).port)
  const askForAccount = vi.fn(async () => 'anna')
  await expect(club({ data, port, account: 'anna' })).rejects.toThrow('EADDRINUSE')
  await expect(club({ data, port, askForAccount })).rejects.toThrow('EADDRINUSE')
  expect(askForAccount).not.toHaveBeenCalled()
  const started = await club({ data, account: 'anna' })
  expect(started.password).toBeDefined()
  await started.close()
  remove()
})

test('a first account that cannot be is asked for again, with the reason', async () => {
  const names = ['.', 'anna']
  const askForAccount = vi.fn(async (_?: string) => names.shift() ?? '')
  expect((await club({ askForAccount })).password).toBeDefined()
  expect(askForAccount.mock.calls).toEqual([[undefined], [expect.stringContaining('username')]])
})

test('a club without accounts asks for the first one, and only then', async () => {
  const askForAccount = vi.fn(async () => 'anna')
  expect((await club({ askForAccount })).password).toBeDefined()
  await club({ askForAccount, account: 'ben' })
  await httpApi({ askForAccount })
  expect(askForAccount).toHaveBeenCalledTimes(1)
})

test('a club refuses practice data that are in use, because their passwords are public (R16.13)', async () => {
  const { data, remove } = newFolder()
  const practice = await httpApi({ data })
  const { encodedToken } = await (await practice.post('/api/auth/login', guest)).json()
  await practice.post('/api/posts', { content: 'Practice' }, { authorization: encodedToken })
  await practice.close()
  await expect(club({ data })).rejects.toThrow('public passwords')
  remove()
})

test('a request is logged as one line without secrets', async () => {
  const lines: LogLine[] = []
  const { send, post } = await club({ account: 'anna', log: (line) => lines.push(line) })
  await send('/api/posts?search=secret', { headers: { authorization: 'secret' } })
  await post('/api/auth/login', { username: 'anna', password: 'secret' })
  expect(lines).toMatchObject([
    { method: 'GET', path: '/api/posts', status: 200 },
    { method: 'POST', path: '/api/auth/login', status: 401 },
  ])
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('/healthz says whether the data can be read', async () => {
  const { send } = await club()
  expect(await (await send('/healthz')).json()).toEqual({ status: 'ok' })
})

test('a page of the club itself may write to it, whatever its address', async () => {
  const { url, post } = await club({ host: '127.0.0.1', account: 'anna' })
  const body = { username: 'anna', password: 'wrong' }
  expect((await post('/api/auth/login', body, { Origin: url })).status).toBe(401)
  const foreign = { Origin: 'http://192.0.2.1:8080' }
  expect((await post('/api/auth/login', body, foreign)).status).toBe(403)
})
