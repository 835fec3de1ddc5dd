import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import {
  leftOutOfSaved,
  readSaved,
  SAVED_FORMATS,
  type SavedFormat,
  writeSaved,
} from './formats.ts'
import type { SavedRequest } from './saved.ts'
import type { Outcome } from './use-runs.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.stubGlobal('document', { cookie: '' })
  return () => vi.unstubAllGlobals()
})

const update: SavedRequest = {
  id: 'b',
  name: 'Update',
  request: { ...DEFAULT_REQUEST, method: 'PATCH', endpoint: 'https://elsewhere.test/{{read.id}}' },
  checks: [],
}
const read: SavedRequest = {
  id: 'a',
  name: 'Read',
  request: { ...DEFAULT_REQUEST, endpoint: '/api/auth/verify' },
  checks: [{ path: ['status'], kind: 'equals', value: 201 }],
}
const text = '{"encodedToken":"secret-token"}'
const outcome: Outcome = {
  exchange: {
    request: { ...DEFAULT_REQUEST, endpoint: '/api/auth/verify' },
    at: 0,
    timeMs: 1,
    response: { data: JSON.parse(text) },
    answer: { status: 200, statusText: 'OK', headers: {}, text, bytes: text.length, timing: [] },
  },
  results: [],
}
const write = (format: Parameters<typeof writeSaved>[0]) =>
  writeSaved(format, [read, update], new Map([['a', outcome]])) as Promise<string>

it.each(['HAR', 'MSW handlers'] as const)(
  '%s has the latest replies, without secrets',
  async (format) => {
    const written = await write(format)
    expect(written).toContain('/api/auth/verify')
    expect(written).not.toContain('secret-token')
  },
)

it.each(['Playwright test', 'curl', 'Python', 'Postman'] as const)(
  '%s is the same after a run that failed',
  async (format) => {
    const body = '{"username":"ada","name":"Ada","password":""}'
    const auth = { ...DEFAULT_REQUEST, method: 'POST', body } as const
    const list: SavedRequest[] = [
      { id: 'a', name: 'Sign up', checks: [], request: { ...auth, endpoint: '/api/auth/signup' } },
      { id: 'b', name: 'Log in', checks: [], request: { ...auth, endpoint: '/api/auth/login' } },
    ]
    const answer = { ...outcome.exchange?.answer, status: 400 }
    const failed = { ...outcome, exchange: { ...outcome.exchange, answer } } as Outcome
    const before = await writeSaved(format, list, new Map())
    expect(await writeSaved(format, list, new Map([['a', failed]]))).toBe(before)
    expect(String(before).match(/Copied#1/g)).toHaveLength(2)
  },
)

it('HAR keeps another method, without a reply', async () => {
  const { entries } = JSON.parse(await write('HAR')).log
  expect(entries[1]).toMatchObject({ request: { method: 'PATCH' }, response: { status: 0 } })
})

it.each(['Playwright test', 'curl', 'Python'] as const)(
  '%s expects the status of the check, and keeps another method and the variable',
  async (format) => {
    const written = await write(format)
    expect(written).toContain('201')
    expect(written).toContain('PATCH')
    expect(written).toContain('read_id')
  },
)

it('names the requests and checks that a format leaves out', async () => {
  const checks: SavedRequest['checks'] = [
    { path: ['data', 'id'], kind: 'equals', value: 'say "hi"' },
    { path: ['data', 'id'], kind: 'exists' },
  ]
  const request = { ...DEFAULT_REQUEST, endpoint: '/api/posts/{{later.id}}' }
  const early: SavedRequest = { id: 'c', name: 'Early', request, checks: [] }
  const list = [early, { ...read, checks }]
  const left = (format: SavedFormat) => leftOutOfSaved(format, list, new Map([['a', outcome]]))
  const requests = [
    'Early /api/posts/{{later.id}}: no earlier request has the value of {{later.id}}',
  ]
  const check = 'Read: data.id equals "say \\"hi\\"" is no assertion of Bruno'
  for (const format of ['Playwright test', 'curl', 'Python', 'Postman'] as const)
    expect(await left(format)).toEqual({ requests, checks: [] })
  expect(await left('Bruno')).toEqual({ requests, checks: [check] })
  expect(await left('HAR')).toEqual({ requests: [], checks: [] })
  expect(await left('MSW handlers')).toEqual({
    requests: ['Early /api/posts/{{later.id}}: it has no reply yet'],
    checks: [],
  })
  for (const format of Object.keys(SAVED_FORMATS) as SavedFormat[])
    expect(await leftOutOfSaved(format, [read], new Map([['a', outcome]]))).toEqual({
      requests: [],
      checks: [],
    })
})

it('reads files of Bruno and Postman, and says why others are refused', async () => {
  const postman = new File([await write('Postman')], 'x.json')
  const bruno = new File([await writeSaved('Bruno', [read, update], new Map())], 'x.zip')
  for (const file of [postman, bruno])
    expect(await readSaved([file])).toMatchObject({
      requests: [{ name: 'Read' }, { name: 'Update', request: { method: 'PATCH' } }],
    })
  expect(await readSaved([new File(['{'], 'x.json')])).toMatch(/Postman/)
  expect(await readSaved([new File(['x'], 'x.zip')])).toMatch(/damaged/)
  expect(await readSaved([new File(['x'], 'x.bru')])).toMatch(/no requests/)
  expect(await readSaved([new File(['x'.repeat(5_000_001)], 'x.bru')])).toMatch(/5 MB/)
})
