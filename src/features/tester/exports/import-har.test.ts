import { expect, it } from 'vitest'
import { importHar } from './import-har.ts'

type Changes = { method?: string; url?: string; status?: number; content?: object }

const entry = ({ method = 'GET', url = '/api/posts?limit=2', status = 200, content }: Changes) => ({
  request: { method, url: new URL(url, 'https://elsewhere.test').href },
  response: { status, content: content ?? { text: '{"posts":[]}', mimeType: 'application/json' } },
})
const read = (...entries: unknown[]) => importHar(new Blob([JSON.stringify({ log: { entries } })]))
/** Reads a HAR that can be imported. */
const imported = async (...entries: unknown[]) => {
  const found = await read(...entries)
  return typeof found === 'string' ? expect.unreachable(found) : found
}
const body = (value: unknown) => ({ text: JSON.stringify(value) })
const rule = (body: unknown, times?: number) => ({
  method: 'GET',
  path: '/api/posts',
  status: 200,
  body,
  ...(times && { times }),
})

it('replays the answers of a call in their order; the last one stays', async () => {
  const answers = [1, 1, 2, 1].map((value) => entry({ content: body(value) }))
  expect((await imported(...answers)).overrides).toEqual([rule(1, 2), rule(2, 1), rule(1)])
})

it('keeps the calls of a HAR apart by method and path, and reads base64', async () => {
  const text = Buffer.from('["ü"]').toString('base64')
  const { overrides } = await imported(
    entry({ content: body(1) }),
    entry({
      method: 'POST',
      url: '/api/posts/',
      status: 503,
      content: { text, encoding: 'base64' },
    }),
    entry({ method: 'DELETE', url: '/api/posts/7#top', status: 204, content: {} }),
  )
  expect(overrides).toEqual([
    rule(1),
    { method: 'POST', path: '/api/posts', status: 503, body: ['ü'] },
    { method: 'DELETE', path: '/api/posts/7', status: 204, body: null },
  ])
})

const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

it.each<[string, unknown]>([
  ['not of /api', entry({ url: '/homePage' })],
  ['not of /api', entry({ url: 'ws://elsewhere.test/api/posts' })],
  ['of log-ins', entry({ url: '/api/auth/login', method: 'POST' })],
  ['of controls', entry({ url: '/api/mock/settings', method: 'POST' })],
  ['status from 200 to 599', entry({ status: 0 })],
  ['status from 200 to 599', entry({ status: 304 })],
  ['without JSON', entry({ content: { text: '<html>' } })],
  ['without JSON', entry({ content: { comment: 'not kept' } })],
  ['without JSON', entry({ content: { text: 'ÿ', encoding: 'base64' } })],
  ['without JSON', entry({ content: { text: deep } })],
  ['malformed', entry({ url: '/api/posts/:postId' })],
  ['malformed', entry({ method: 'get\n' })],
  ['malformed', { request: {}, response: 7 }],
  ['malformed', null],
])('leaves out an entry that is %s', async (reason, odd) => {
  const { overrides, leftOut } = await imported(odd, entry({}))
  expect(overrides).toHaveLength(1)
  expect(leftOut).toMatch(new RegExp(`^Left out: 1 .*${reason}`))
  expect(await read(odd)).toMatch(/no answer to import.*1 /)
})

it('rejects other files, and more than the mock can hold, with the limit', async () => {
  for (const text of ['', '{', 'null', '{"log":{}}', deep])
    expect(await importHar(new Blob([text]))).toContain('not a HAR')
  const many = Array.from({ length: 201 }, (_, at) => entry({ url: `/api/posts/${at}` }))
  expect(await read(...many)).toContain('201 answers; up to 200')
  expect(await read(entry({ content: body('x'.repeat(2_000_001)) }))).toContain('2.0 MB')
  const huge = { size: 100_000_001, text: () => expect.unreachable() } as unknown as Blob
  expect(await importHar(huge)).toContain('up to 100.0 MB')
})
