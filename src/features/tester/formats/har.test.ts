import { expect, it } from 'vitest'
import { readFile } from './read.ts'

type Changes = { method?: string; url?: string; status?: number; content?: object }

const entry = ({ method = 'GET', url = '/api/posts?limit=2', status = 200, content }: Changes) => ({
  request: { method, url: new URL(url, 'https://elsewhere.test').href },
  response: { status, content: content ?? { text: '{"posts":[]}', mimeType: 'application/json' } },
})
/** The answers of a HAR. */
const imported = async (...entries: unknown[]) => {
  const { replies } = await readFile(new Blob([JSON.stringify({ log: { entries } })]))
  return replies ?? expect.unreachable()
}
const body = (value: unknown) => ({ text: JSON.stringify(value) })
const rule = (body: unknown, times?: number) => ({
  method: 'GET',
  path: '/api/posts',
  status: 200,
  body,
  ...(times && { times }),
})

it('replays the answers of a call in their order; the last one stays (R14.18)', async () => {
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
])('leaves out an entry that is %s (R14.18)', async (reason, odd) => {
  const { overrides, leftOut } = await imported(odd, entry({}))
  expect(overrides).toHaveLength(1)
  expect(leftOut).toEqual([expect.stringMatching(new RegExp(`^1 reply .*${reason}`))])
})

it('names the limits of the mock if a HAR has more (R14.18)', async () => {
  const many = Array.from({ length: 201 }, (_, at) => entry({ url: `/api/posts/${at}` }))
  const large = [entry({ content: body('x'.repeat(2_000_001)) })]
  for (const entries of [many, large])
    expect(await imported(...entries)).toEqual({
      overrides: [],
      leftOut: [expect.stringMatching(/up to 200 answers and 2.0 MB.*has (201|1 and 2.0 MB)/)],
    })
})

it.each([[{ type: 'x', data: { b: [1, null] } }], [['x', { b: 1 }]]])(
  'puts the body %j together that a program has split, and offers no answers of other hosts',
  async (body) => {
    const params = Object.entries(body).map(([name, value]) => ({ name, value }))
    const postData = { mimeType: 'application/json', params }
    const request = { method: 'POST', url: 'https://elsewhere.test/x', headers: [], postData }
    const text = JSON.stringify({ log: { entries: [{ request, response: { status: 200 } }] } })
    const { requests, ...rest } = await readFile(new Blob([text]))
    expect(requests).toMatchObject([{ request: { body: JSON.stringify(body) } }])
    expect(rest).toEqual({ leftOut: ['1 reply'] })
  },
)
