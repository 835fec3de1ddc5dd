import { expect, test } from 'vitest'
import { watchedStore } from './store/adapters/watched.ts'
import { rowKey } from './store/keys.ts'
import { testApi } from './testing/api.ts'
import { stores, valuesUnder } from './testing/stores.ts'

/** Posts, a comment and relations, with the keys of one row of each table. Made once: each store gets a copy. */
async function furnish() {
  const store = watchedStore()
  const { logIn, writePost, writeComment, call } = testApi(store)
  const { user, token } = await logIn()
  const post = await writePost(token, 'Whole')
  const comment = await writeComment(token, post._id, 'Whole')
  const mira = await logIn({ username: 'mira', password: 'Boxer#1976' })
  const onPost = { params: { postId: post._id }, token: mira.token }
  await call('POST /api/posts/like/:postId', onPost)
  await call('POST /api/users/bookmark/:postId', onPost)
  await call('POST /api/users/follow/:id', { params: { id: user._id }, token: mira.token })
  const keys = {
    user: rowKey('users', user._id),
    post: rowKey('posts', post._id),
    comment: rowKey('comments', comment._id),
  }
  return {
    entries: store.entries,
    keys,
    token: mira.token,
    ids: { postId: post._id, id: user._id },
  }
}

const furnished = furnish()

const NAMES = ['GET /api/posts', 'GET /api/users', 'GET /api/users/bookmark'] as const

/** Ways in which a row can be broken. */
const broken: [string, (row: Record<string, unknown>) => unknown][] = [
  ['a text', () => 'a row'],
  ['null', () => null],
  ['a number', () => 7],
  ['a list', (row) => [row]],
  ['an empty object', () => ({})],
  ['without its ids', ({ _id: _, ...row }) => row],
  ['without its time', ({ createdAt: _, ...row }) => row],
  ['without its texts', (row) => without(row, (value) => typeof value === 'string')],
  ['without what it is about', ({ content: _, profilePhoto: __, ...row }) => row],
]

function without(row: object, gone: (value: unknown) => boolean) {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, gone(value) ? undefined : value]),
  )
}

const cases = stores.flatMap(({ medium, open }) =>
  // One case is enough for the other adapters.
  broken
    .slice(0, medium === 'memory' ? undefined : 1)
    .flatMap(([what, change]) =>
      (['user', 'post', 'comment'] as const).map((of) => ({ medium, open, what, change, of })),
    ),
)

test.each(cases)('lists skip a $of in $medium that is $what', async (given) => {
  const store = given.open()
  const { entries, keys, token, ids } = await furnished
  await store.write(entries)
  const key = keys[given.of]
  const [row] = await store.read([key])
  await store.write(new Map([[key, given.change(row as Record<string, unknown>)]]))
  const before = await valuesUnder(store)

  const { call } = testApi(store)
  for (const name of NAMES)
    expect([name, (await call(name, { token })).status]).toEqual([name, 200])
  const { posts } = (await call('GET /api/posts')).data
  expect(posts).toHaveLength(given.of === 'post' ? 5 : 6)
  const found = [
    (await call('GET /api/posts/:postId', { params: ids })).status,
    (await call('GET /api/users/:id', { params: ids })).status,
    (await call('GET /api/mock/snapshot')).status,
  ]
  expect(found).toEqual([given.of === 'post' ? 404 : 200, given.of === 'user' ? 404 : 200, 200])
  expect(await valuesUnder(store)).toEqual(before)
  expect((await call('POST /api/posts', { body: { content: 'On' }, token })).status).toBe(201)
})

test.each(stores)(
  'a page of $medium is full although some of its rows are broken',
  async ({ open }) => {
    const store = open()
    const { posts } = (await testApi(store).call('GET /api/posts')).data
    const [first, , , , mine] = posts
    await store.write(new Map([[rowKey('posts', first?._id ?? ''), 'a row']]))
    const { call } = testApi(store)
    const page = await call('GET /api/posts', { query: '?limit=2' })
    expect(page.data.posts.map(({ id }) => id)).toEqual(['4', '3'])
    expect(page.headers.get('Link')).toContain('rel="next"')
    const options = { params: { username: 'mira' }, query: '?limit=1' }
    const ofMira = await call('GET /api/posts/user/:username', options)
    expect(ofMira.data.posts.map(({ id }) => id)).toEqual([mine?.id])
  },
)

const brokenLinks = stores.flatMap((store) =>
  ['a text', null, [], ['000000000000000', 'likedBy'], [0, 'likedBy', '1', '2']].map((value) => ({
    ...store,
    value,
  })),
)

test.each(brokenLinks)('lists skip a link in $medium that is $value', async ({ open, value }) => {
  const store = open()
  const { entries, token, ids } = await furnished
  await store.write(entries)
  const links = [...entries.keys()].filter((key) => /^(votes|lists|marks)\//.test(key))
  expect(links).toHaveLength(6)
  await store.write(new Map(links.map((key) => [key, value])))
  const { call } = testApi(store)
  const { post } = (await call('GET /api/posts/:postId', { params: ids })).data
  expect(post.likes).toEqual({ likeCount: 0, likedBy: [], dislikedBy: [] })
  const { user } = (await call('GET /api/users/:id', { params: ids })).data
  expect(user.followers).toEqual([])
  const like = { params: ids, token }
  expect((await call('POST /api/posts/like/:postId', like)).status).toBe(201)
})
