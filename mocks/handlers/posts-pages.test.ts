import { expect, test } from 'vitest'
import type { CallName } from '../../src/contract/calls.ts'
import { testApi } from '../testing/api.ts'

async function pagedApi() {
  const api = testApi()
  const { token } = await api.logIn()
  for (const content of ['Six', 'Seven', 'Eight']) await api.writePost(token, content)
  const page = async (query: string) => {
    const { status, headers, data, error } = await api.call('GET /api/posts', { query })
    return { status, error, ids: data.posts?.map((post) => post.id), link: headers.get('Link') }
  }
  return { ...api, token, page }
}

const target = (link: string | null) => /^<(.+)>; rel="next"$/.exec(link ?? '')?.[1] ?? ''

test('a page holds the newest posts and links to the next', async () => {
  const { page, readPost } = await pagedApi()
  const { status, ids, link } = await page('?limit=3')
  expect([status, ids]).toEqual([200, ['8', '7', '6']])
  expect(link).toBe(`</api/posts?limit=3&before=${(await readPost('6'))._id}>; rel="next"`)
})

test('the links lead through every post once and end', async () => {
  const { page } = await pagedApi()
  const seen: (string[] | undefined)[] = []
  let query = '?limit=3'
  while (query) {
    const { ids, link } = await page(query)
    seen.push(ids)
    query = new URL(target(link), 'http://gearheads.test').search
  }
  expect(seen).toEqual([
    ['8', '7', '6'],
    ['5', '4', '3'],
    ['2', '1'],
  ])
})

test('a page that ends with the last post has no link', async () => {
  const { page } = await pagedApi()
  expect(await page('?limit=8')).toMatchObject({ ids: { length: 8 }, link: null })
  expect(await page('?limit=100')).toMatchObject({ ids: { length: 8 }, link: null })
  expect(await page('?limit=7')).toMatchObject({ ids: { length: 7 }, link: expect.any(String) })
})

test('a page goes on before a post named by id or _id', async () => {
  const { page, readPost } = await pagedApi()
  expect((await page('?limit=2&before=5')).ids).toEqual(['4', '3'])
  expect((await page(`?limit=2&before=${(await readPost('5'))._id}`)).ids).toEqual(['4', '3'])
  expect((await page('?before=3')).ids).toEqual(['2', '1'])
  expect((await page('?limit=2&before=1')).ids).toEqual([])
})

test('a page goes on although the post before it was deleted or a newer one written', async () => {
  const { call, page, token, writePost } = await pagedApi()
  const { search } = new URL(target((await page('?limit=2')).link), 'http://gearheads.test')
  await call('DELETE /api/posts/:postId', { params: { postId: '7' }, token })
  await writePost(token, 'Nine')
  expect((await page(search)).ids).toEqual(['6', '5'])
})

test.each(['0', '-1', '101', '1.5', 'ten', '', 'NaN', 'Infinity'])(
  'the limit %j is refused',
  async (limit) => {
    const { page } = await pagedApi()
    const { status, error } = await page(`?limit=${limit}`)
    expect(status).toBe(400)
    expect(error).toEqual(['limit: must be a whole number from 1 to 100'])
  },
)

test.each(['999', 'mira', ''])('a page before the unknown post %j is refused', async (before) => {
  const { page } = await pagedApi()
  const { status, error } = await page(`?limit=2&before=${before}`)
  expect([status, error]).toEqual([404, ['There is no such post. It may have been deleted.']])
})

test('the posts of one user come in pages too', async () => {
  const { call, send, signUp, writePost } = await pagedApi()
  const { token } = await signUp('a/b?')
  for (const content of ['Nine', 'Ten', 'Eleven']) await writePost(token, content)
  const name = 'GET /api/posts/user/:username' satisfies CallName
  const first = await call(name, { params: { username: 'a/b?' }, query: '?limit=2' })
  expect(first.data.posts.map((post) => post.content)).toEqual(['Eleven', 'Ten'])
  const path = target(first.headers.get('Link'))
  expect(path).toMatch(/^\/api\/posts\/user\/a%2Fb%3F\?limit=2&before=/)
  const second = await send(path)
  expect(await second.json()).toMatchObject({ posts: [{ content: 'Nine' }] })
  expect(second.headers.has('Link')).toBe(false)
})

test('a whole list has no link', async () => {
  const { page } = await pagedApi()
  expect(await page('')).toMatchObject({ ids: { length: 8 }, link: null })
})
