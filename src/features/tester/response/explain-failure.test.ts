import { afterEach, expect, test, vi } from 'vitest'
import { explainFailure, explainReply } from './explain-failure.ts'

type Known = Parameters<typeof explainFailure>[1]
type Setting = {
  address: string
  known?: Known
  page?: string
  online?: boolean
  answers?: boolean
  redirects?: boolean
}

function explain({ address, known, page = 'http://localhost:4173/mock', ...setting }: Setting) {
  const { online = true, answers = false, redirects = false } = setting
  const fetch = vi.fn(async (_url: URL, { redirect }: RequestInit) => {
    if (redirects && redirect === 'manual') return { type: 'opaqueredirect' }
    if (!answers) throw new TypeError('Failed to fetch')
    return {}
  })
  vi.stubGlobal('location', new URL(page))
  vi.stubGlobal('navigator', { onLine: online })
  vi.stubGlobal('fetch', fetch)
  return explainFailure(address, known)
}

afterEach(() => void vi.unstubAllGlobals())

const page = 'https://gearheads.test/mock'
test.each<[RegExp, Setting]>([
  [/not a valid address/, { address: 'http://' }],
  [/Only http and https/, { address: 'ftp://elsewhere.test' }],
  [/no reply, or only a part/, { address: '/api/posts', known: 'mock' }],
  [/policy of this page/, { address: 'https://elsewhere.test', known: 'policy', answers: true }],
  [/Mixed content/, { address: 'http://elsewhere.test', page }],
  [/No connection to localhost:4180/, { address: 'http://localhost:4180/api/posts', page }],
  [
    /localhost:1 redirects, and the redirects never end/,
    { address: 'http://localhost:1/', redirects: true },
  ],
  [/user name or a password.*Authorization: Basic/, { address: 'https://ada:x@elsewhere.test' }],
  [/offline/, { address: 'https://elsewhere.test', online: false }],
  [/No connection to 127\.0\.0\.1:1/, { address: 'http://127.0.0.1:1/', online: false }],
  [/CORS: elsewhere\.test answers/, { address: 'https://elsewhere.test', answers: true }],
  [/No connection to elsewhere\.test/, { address: 'https://elsewhere.test/x' }],
  [/No connection to gearheads\.test/, { address: '/logo.svg', page, answers: true }],
])('a failure is explained as %s: %j (R14.6)', async (text, setting) => {
  expect(await explain(setting)).toMatch(text)
})

const json = { 'content-type': 'application/json' }
test.each([
  [undefined, { data: { posts: [] }, headers: json }, '{"posts":[]}'],
  [undefined, { data: 'Hi', headers: json }, '"Hi"'],
  [/^Malformed JSON/, { data: '{"posts":[', headers: json }, '{"posts":['],
  [/^An HTML page/, { data: '<p>', headers: { 'content-type': 'text/html' } }, '<p>'],
  [/Retry-After: 30$/, { data: {}, headers: { ...json, 'retry-after': '30' } }, '{}'],
  [/^Redirected to http:\/\/x\/y/, { data: {}, headers: json }, '{}', 'http://x/y'],
])('a reply is explained as %s: %j', (explained, reply, text, redirectedTo?: string) => {
  const found = explainReply(reply, text, redirectedTo)
  if (explained) expect(found).toMatch(explained)
  else expect(found).toBeUndefined()
})
