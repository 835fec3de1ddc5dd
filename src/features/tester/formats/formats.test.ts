import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST } from '../request/request-model.ts'
import type { SavedRequest } from '../saved/saved.ts'
import type { Outcome } from '../saved/use-runs.ts'
import { type Format, SAVED_FORMATS, toRecorded, writeExport } from './formats.ts'
import { readFile } from './read.ts'

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
const exchange: Outcome['exchange'] & {} = {
  request: { ...DEFAULT_REQUEST, endpoint: '/api/auth/verify' },
  at: 0,
  timeMs: 1,
  response: { data: JSON.parse(text) },
  answer: { status: 200, statusText: 'OK', headers: {}, text, bytes: text.length },
}
const outcome: Outcome = { exchange, results: [] }
type Outcomes = ReadonlyMap<string, Outcome>
const writeSaved = (format: Format, list: SavedRequest[], outcomes: Outcomes) =>
  writeExport(format, toRecorded(format, list, outcomes)).then(({ text }) => text)
const leftOutOfSaved = (format: Format, list: SavedRequest[], outcomes: Outcomes) =>
  writeExport(format, toRecorded(format, list, outcomes)).then(({ leftOut }) => leftOut)
const write = (format: Format) => writeSaved(format, [read, update], new Map([['a', outcome]]))

it.each(['HAR', 'MSW handlers'] as const)(
  '%s has the latest replies, without secrets (R14.17, R14.26)',
  async (format) => {
    const written = await write(format)
    expect(written).toContain('/api/auth/verify')
    expect(written).not.toContain('secret-token')
  },
)

it.each(['Playwright test', 'curl', 'Python', 'Postman'] as const)(
  '%s is the same after a run that failed (R14.29)',
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

it('MSW handlers answer a request with a made value in its query, whatever it is, after others', async () => {
  const call = (id: string, endpoint: string) =>
    ({ id, name: id, checks: [], request: { ...DEFAULT_REQUEST, endpoint } }) satisfies SavedRequest
  const list = [
    call('a', '/api/x?id={{$guid}}'),
    call('b', '/api/x?id=1'),
    call('c', '/api/x/{{$timestamp}}'),
  ]
  const outcomes = new Map(
    list.map(({ id, request }): [string, Outcome] => {
      const endpoint = request.endpoint.replace(/\{\{.*\}\}/, '77')
      return [id, { exchange: { ...exchange, request: { ...request, endpoint } }, results: [] }]
    }),
  )
  const handlers = (await writeSaved('MSW handlers', list, outcomes)).split('handlers = [')[1]
  expect(handlers?.match(/replay\([^,]*/g)).toEqual(['replay("?id=1"', 'replay(undefined'])
  expect(await leftOutOfSaved('MSW handlers', list, outcomes)).toEqual([
    'c /api/x/77: its path has a value that is made when it is sent',
  ])
})

it('HAR keeps another method, without a reply', async () => {
  const { entries } = JSON.parse(await write('HAR')).log
  expect(entries[1]).toMatchObject({ request: { method: 'PATCH' }, response: { status: 0 } })
})

it.each(['Playwright test', 'Postman'] as const)('%s has the checks (R14.26)', async (format) => {
  expect(await write(format)).toContain('201')
})

it.each(['Playwright test', 'curl', 'Python'] as const)(
  '%s keeps another method and the variable (R14.27)',
  async (format) => {
    const written = await write(format)
    expect(written).toContain('PATCH')
    expect(written).toContain('read_id')
  },
)

it('names the requests that a format leaves out (R14.30)', async () => {
  const request = { ...DEFAULT_REQUEST, endpoint: '/api/posts/{{later.id}}' }
  const early: SavedRequest = { id: 'c', name: 'Early', request, checks: [] }
  const list = [early, read]
  const left = (format: Format) => leftOutOfSaved(format, list, new Map([['a', outcome]]))
  for (const format of ['Playwright test', 'curl', 'Python'] as const)
    expect(await left(format)).toEqual([
      'Early /api/posts/{{later.id}}: no earlier request has the value of {{later.id}}',
    ])
  expect(await left('HAR')).toEqual([])
  expect(await left('MSW handlers')).toEqual(['Early /api/posts/{{later.id}}: it has no reply yet'])
  for (const format of SAVED_FORMATS)
    expect(await leftOutOfSaved(format, [read], new Map([['a', outcome]]))).toEqual([])
})

it('reads files of its own, and says why others are refused', async () => {
  for (const format of ['Postman', 'Gearheads'] as const)
    expect(await readFile(new File([await write(format)], 'x.json'))).toMatchObject({
      requests: [{ name: 'Read' }, { name: 'Update', request: { method: 'PATCH' } }],
    })
  const problem = async (text: string) => (await readFile(new File([text], 'x'))).problem
  expect(await problem('{')).toMatch(/no collection of Postman/)
  expect(await problem('{"info":{},"item":[]}')).toMatch(/no requests/)
  expect(await problem('openapi: 3.1.0\ninfo: {title: x}')).toMatch(/no operations/)
  const huge = { size: 100_000_001, text: () => expect.unreachable() } as unknown as Blob
  expect((await readFile(huge)).problem).toContain('up to 100.0 MB')
})

it('asks for the values of variables, and writes those that are no secrets', async () => {
  const request = {
    ...DEFAULT_REQUEST,
    endpoint: 'https://{{host}}/x?at={{$timestamp}}',
    headers: [{ isUsed: true, header: 'authorization', value: 'Bearer {{api token}}' }],
  }
  const list = [{ id: 'a', name: 'One', request, checks: [] }]
  const values = new Map([['host', 'elsewhere.test']])
  const texts = { curl: '"$GEARHEADS_token"', Python: 'os.environ["GEARHEADS_token"]' }
  for (const format of ['Playwright test', 'curl', 'Python'] as const) {
    const named = JSON.parse(JSON.stringify(list).replace('api token', 'token'))
    const { text } = await writeExport(format, toRecorded(format, named, new Map()), { values })
    expect(text).toMatch(/https:\/\/elsewhere\.test\/x\?at=\d{10}/)
    expect(text).toContain({ ...texts, 'Playwright test': 'env["GEARHEADS_token"]' }[format])
    expect(text).not.toContain('{{')
  }
  const written = await writeExport('Postman', toRecorded('Postman', list, new Map()), { values })
  const { variable } = JSON.parse(written.text)
  expect(variable).toContainEqual({ key: 'host', value: 'elsewhere.test' })
  expect(variable).toContainEqual({ key: 'api token', value: '' })
})
