import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { checkRows } from '../../check-rows.ts'
import { watchedStore } from '../../store/adapters/watched.ts'
import { testApi } from '../api.ts'

/** The number of requests. `GEARHEADS_SOAK=10000 npm run test:unit -- mocks/testing/all-calls/soak.test.ts` */
const REQUESTS = Number(process.env.GEARHEADS_SOAK ?? 1000)
/** In bytes: room for compiled code, but per request less than any row, reply or token. */
const SLACK = 800_000 + 200 * REQUESTS

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function memoryInUse(): Promise<number> {
  // Finalizers run in a later task and free more memory.
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage()
    await new Promise(setImmediate)
  }
  return process.memoryUsage().heapUsed
}

/** Every reversible action on one post: after each round the data are as before. */
async function testData() {
  const store = watchedStore()
  const { call, logIn, writePost, writeComment, upload } = testApi(store)
  const { token } = await logIn()
  const prefer = 'return=minimal'

  async function round(): Promise<number[]> {
    const post = await writePost(token, 'Here for a while')
    const comment = await writeComment(token, post._id, 'So am I')
    const onPost = { params: { postId: post._id }, token, prefer }
    const onComment = { ...onPost, params: { postId: post._id, commentId: comment._id } }
    const onMira = { params: { id: '1' }, token, prefer }
    const { url: imageUrl } = await upload(token)
    const body = { content: 'Look', imageUrl }
    const pictured = (await call('POST /api/posts', { body, token, prefer })).data.posts[0]
    const answers = [
      await call('POST /api/posts/like/:postId', onPost),
      await call('POST /api/users/bookmark/:postId', onPost),
      await call('POST /api/users/follow/:id', onMira),
      await call('POST /api/comments/upvote/:postId/:commentId', onComment),
      await call('POST /api/comments/downvote/:postId/:commentId', onComment),
      await call('POST /api/posts/edit/:postId', { ...onPost, body: { content: 'Edited' } }),
      await call('GET /api/posts', { query: '?limit=3' }),
      await call('GET /api/users/bookmark', { token }),
      await call('GET /api/users'),
      await call('GET /api/posts/:postId', onPost),
      await call('POST /api/posts/dislike/:postId', onPost),
      await call('POST /api/users/remove-bookmark/:postId', onPost),
      await call('POST /api/users/unfollow/:id', onMira),
      await call('POST /api/comments/delete/:postId/:commentId', onComment),
      await call('DELETE /api/posts/:postId', onPost),
      await call('DELETE /api/posts/:postId', { params: { postId: pictured?._id ?? '' }, token }),
    ]
    return answers.map(({ status }) => status)
  }
  return { store, round }
}

/** The 16 above, and 4 that create their own rows. */
const A_ROUND = 20

test('many requests leave memory and data unchanged', async () => {
  const { store, round } = await testData()
  for (let times = 0; times < 10; times++) await round()
  // The expiry queue lists every upload for a day, even a removed one.
  const lasting = () => [...store.entries.keys()].filter((key) => !key.startsWith('expiry/'))
  const entries = lasting().length
  const before = await memoryInUse()
  const statuses = new Set<number>()
  for (let asked = 0; asked < REQUESTS; asked += A_ROUND) {
    for (const status of await round()) statuses.add(status)
  }
  const kept = (await memoryInUse()) - before
  expect(kept).toBeLessThan(SLACK)
  expect([...statuses].sort()).toEqual([200, 201])
  expect(lasting()).toHaveLength(entries)
  checkRows(store.entries)
  // biome-ignore lint/suspicious/noConsole: the statistics of a long run
  if (process.env.GEARHEADS_SOAK) console.info(`${REQUESTS} requests kept ${kept} bytes`)
}, 3_600_000)
