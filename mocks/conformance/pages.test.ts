import { beforeAll, expect, test } from 'vitest'
import { type CallName, calls } from '../../src/contract/calls.ts'
import type { Post } from '../../src/contract/entities.ts'
import { type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts'
import { caseOf } from './cases/cases.ts'
import { call, succeed } from './client.ts'
import { newMember, type Person, scene, writePost } from './scene.ts'
import { callable, resolve, send } from './server.ts'

const ofUser = 'GET /api/posts/user/:username'
const contents = ['One', 'Two', 'Three', 'Four', 'Five']

let writer: Person
beforeAll(async () => {
  writer = await newMember()
  for (const content of contents) await writePost(writer, content)
})

const params = () => ({ username: writer.user.username })

/** Follows the `Link` headers from the first page on, and returns all pages. */
async function walk(first: string, pages: number): Promise<Post[][]> {
  const seen: Post[][] = []
  for (let path: string | undefined = first; path && seen.length < pages; ) {
    const response: Response = await send(path)
    expect(response.status).toBe(200)
    seen.push((await response.json()).posts)
    const link = response.headers.get('Link')
    const target = link === null ? undefined : /^<([^>]+)>; rel="next"$/.exec(link)?.[1]
    if (link !== null) expect(target, link).toBeDefined()
    path = target && new URL(target, resolve(path)).href
  }
  return seen
}

const textsOf = (posts: Post[]) => posts.map((post) => post.content)

test('the pages of one user list every post once, newest first, and end (R12.16, R12.17)', async () => {
  const username = encodeURIComponent(writer.user.username)
  const pages = await walk(`/api/posts/user/${username}?limit=2`, 10)
  expect(pages.map(textsOf)).toEqual([['Five', 'Four'], ['Three', 'Two'], ['One']])
})

test('a page that ends with the last post has no link', async () => {
  for (const limit of [5, 100]) {
    const answer = await call(ofUser, { params: params(), query: `?limit=${limit}` })
    expect([answer.data.posts.length, answer.headers.has('Link')]).toEqual([5, false])
  }
})

test('a list without paging parameters is complete and has no link (R12.17)', async () => {
  const { data, headers } = await call(ofUser, { params: params() })
  expect(textsOf(data.posts)).toEqual(contents.toReversed())
  expect(headers.has('Link')).toBe(false)
})

test('a page continues before a post named by id or _id', async () => {
  const { posts } = await succeed(ofUser, { params: params() })
  for (const before of [posts[2]?._id, posts[2]?.id]) {
    const page = await succeed(ofUser, { params: params(), query: `?before=${before}&limit=9` })
    expect(textsOf(page.posts)).toEqual(['Two', 'One'])
  }
})

test('the pages of the feed do not overlap', async () => {
  const [first = [], second = []] = await walk('/api/posts?limit=3', 2)
  expect([first.length, second.length > 0]).toEqual([3, true])
  expect(new Set([...first, ...second].map(({ _id }) => _id)).size).toBe(3 + second.length)
})

test('a search of posts matches usernames and texts, ignoring case, page by page (R12.17)', async () => {
  const { username } = writer.user
  const pages = await walk(
    `/api/posts?limit=2&search=${encodeURIComponent(username.toUpperCase())}`,
    10,
  )
  expect(pages.map(textsOf)).toEqual([['Five', 'Four'], ['Three', 'Two'], ['One']])
})

test('a search of users matches first names and usernames', async () => {
  const search = encodeURIComponent(writer.user.username.toUpperCase())
  const { users } = await succeed('GET /api/users', { query: `?search=${search}` })
  expect(users.map(({ _id }) => _id)).toEqual([writer.user._id])
})

const paged = callable.filter((name) => 'paged' in calls[name])

/** Lists whose `before` is a row. The others have cursors of their own (own.test.ts). */
const UNKNOWN: Partial<Record<CallName, ApiErrorSpec>> = {
  'GET /api/users': apiErrors.unknownUser,
  'GET /api/posts': apiErrors.unknownPost,
  'GET /api/posts/user/:username': apiErrors.unknownPost,
  'GET /api/posts/following': apiErrors.unknownPost,
  'GET /api/comments/:postId': apiErrors.unknownComment,
}
const ofRows = Object.entries(UNKNOWN) as [CallName, ApiErrorSpec][]

test.each(paged)(
  '%s returns 400 for a limit that is not a whole number from 1 to 100 (R12.17, R15.9)',
  async (name) => {
    const options = await caseOf(name).succeeds(await scene())
    for (const limit of ['0', '-1', '101', '1.5', 'ten', '', 'NaN', 'Infinity']) {
      const { status, error } = await call(name, { ...options, query: `?limit=${limit}` })
      expect([status, error]).toEqual([400, ['limit: must be a whole number from 1 to 100']])
    }
  },
)

test.each(ofRows)('%s returns 404 for an unknown `before`', async (name, unknown) => {
  const options = await caseOf(name).succeeds(await scene())
  for (const before of ['nobody', '99999999', '']) {
    const query = `?limit=2&before=${before}`
    const { status, error } = await call(name, { ...options, query })
    expect([status, error]).toEqual([404, [unknown.text]])
  }
})
