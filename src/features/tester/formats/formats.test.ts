import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_REQUEST } from '../request/request-model.ts'
import type { SavedRequest } from '../saved/saved.ts'
import { type Format, SAVED_FORMATS, writeExport } from './formats.ts'
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
const writeSaved = (format: Format, list: SavedRequest[]) =>
  writeExport(format, list).then(({ text }) => text)
const leftOutOfSaved = (format: Format, list: SavedRequest[]) =>
  writeExport(format, list).then(({ leftOut }) => leftOut)
const write = (format: Format) => writeSaved(format, [read, update])

it.each(['Playwright test', 'curl', 'Python', 'Postman'] as const)(
  '%s has one password for a saved sign-up and the log-in that follows (R14.29)',
  async (format) => {
    const body = '{"username":"ada","name":"Ada","password":""}'
    const auth = { ...DEFAULT_REQUEST, method: 'POST', body } as const
    const list: SavedRequest[] = [
      { id: 'a', name: 'Sign up', checks: [], request: { ...auth, endpoint: '/api/auth/signup' } },
      { id: 'b', name: 'Log in', checks: [], request: { ...auth, endpoint: '/api/auth/login' } },
    ]
    const written = await writeSaved(format, list)
    expect(written.match(/Copied#1/g)).toHaveLength(2)
  },
)

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
  for (const format of ['Playwright test', 'curl', 'Python'] as const)
    expect(await leftOutOfSaved(format, list)).toEqual([
      'Early /api/posts/{{later.id}}: no earlier request has the value of {{later.id}}',
    ])
  for (const format of SAVED_FORMATS) expect(await leftOutOfSaved(format, [read])).toEqual([])
})

it('says why a file is refused', async () => {
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
    const { text } = await writeExport(format, named, { values })
    expect(text).toMatch(/https:\/\/elsewhere\.test\/x\?at=\d{10}/)
    expect(text).toContain({ ...texts, 'Playwright test': 'env["GEARHEADS_token"]' }[format])
    expect(text).not.toContain('{{')
  }
  const written = await writeExport('Postman', list, { values })
  const { variable } = JSON.parse(written.text)
  expect(variable).toContainEqual({ key: 'host', value: 'elsewhere.test' })
  expect(variable).toContainEqual({ key: 'api token', value: '' })
})
