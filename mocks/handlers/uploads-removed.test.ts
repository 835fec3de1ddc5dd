import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStore } from '../store/adapters/memory.ts'
import type { Place } from '../store/clock.ts'
import { testApi } from '../testing/api.ts'
import { countUnder } from '../testing/stores.ts'

const HOUR = 3_600_000
const DAY = 24 * 3_600_000
const NOON = Date.UTC(2026, 2, 1, 12)
const CLOUD = 'https://pictures.test/v1/ride.webp'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOON)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function expiryApi(store = memoryStore(), place: Partial<Place> = {}) {
  const api = testApi(store, {}, place)
  const { token } = await api.logIn()
  const { call } = api
  const post = (imageUrl?: string) =>
    call('POST /api/posts', { body: { content: 'Look', imageUrl }, token })
  const kept = async () => (await api.database.read((tx) => tx.count('uploads'))) as number
  const status = async (url: string) =>
    (await call('GET /api/uploads/:id', { params: { id: url.slice('/api/uploads/'.length) } }))
      .status
  return { ...api, store, token, post, kept, status }
}

test('the first write after a day removes an upload that no row shows (R10.9, R15.9)', async () => {
  const { upload, token, post, status } = await expiryApi()
  const { url } = await upload(token)
  vi.setSystemTime(NOON + DAY - 1)
  await post()
  expect(await status(url)).toBe(200)
  vi.setSystemTime(NOON + DAY)
  expect(await status(url)).toBe(200)
  await post()
  expect(await status(url)).toBe(404)
})

test('at a club, the first write after an hour removes it (R10.9, R15.9)', async () => {
  const { upload, token, post, status } = await expiryApi(memoryStore(), { origin: 'late' })
  const { url } = await upload(token)
  const shown = (await upload(token)).url
  await post(shown)
  vi.setSystemTime(NOON + HOUR - 1)
  await post()
  expect(await status(url)).toBe(200)
  vi.setSystemTime(NOON + HOUR)
  await post()
  expect([await status(url), await status(shown)]).toEqual([404, 200])
})

test('an upload stays if the write after a day is the first to show it', async () => {
  const { upload, token, post, status } = await expiryApi()
  const { url } = await upload(token)
  vi.setSystemTime(NOON + 3 * DAY)
  expect((await post(url)).status).toBe(201)
  expect(await status(url)).toBe(200)
})

test.each(['post', 'comment', 'profile', 'cover', 'default photo'])(
  'a picture that a %s shows is never removed',
  async (place) => {
    const { call, upload, token, post, status } = await expiryApi()
    const { url } = await upload(token)
    const edit = (userData: Record<string, object>) =>
      call('POST /api/users/edit', { body: { userData }, token })
    const show: Record<string, () => Promise<{ status: number }>> = {
      post: () => post(url),
      comment: () =>
        call('POST /api/comments/add/:postId', {
          params: { postId: '1' },
          body: { content: '', imageUrl: url },
          token,
        }),
      profile: () => edit({ profilePhoto: { chosen: url } }),
      cover: () => edit({ coverPhoto: { chosen: url } }),
      'default photo': () => edit({ profilePhoto: { default: url } }),
    }
    expect((await show[place]?.())?.status).toBe(201)
    for (let day = 1; day < 4; day++) {
      vi.setSystemTime(NOON + day * DAY)
      await post()
    }
    expect(await status(url)).toBe(200)
  },
)

test('a write removes ten uploads at most, without reading their bytes, and a read removes none', async () => {
  const { call, store, upload, token, post, kept } = await expiryApi()
  const ids: string[] = []
  for (let n = 0; n < 25; n++) ids.push((await upload(token))._id)
  vi.setSystemTime(NOON + DAY)
  const read = vi.spyOn(store, 'read')
  const scan = vi.spyOn(store, 'scan')
  await call('GET /api/posts')
  expect(await kept()).toBe(25)
  await post()
  expect(await kept()).toBe(15)
  await post()
  await post()
  expect(await kept()).toBe(0)
  const requested = [
    ...read.mock.calls.flatMap(([keys]) => keys),
    ...scan.mock.calls.flatMap(([ranges]) => ranges.map(({ prefix }) => prefix)),
  ]
  expect(requested.filter((key) => key.startsWith('uploads/'))).toEqual([])
})

test('an upload that another user showed for a while is removed a day after that', async () => {
  const { call, signUp, upload, token, post, status } = await expiryApi()
  const ada = await signUp('ada')
  const { url } = await upload(token)
  const body = { content: 'Mine now', imageUrl: url }
  const [shown] = (await call('POST /api/posts', { body, token: ada.token })).data.posts
  vi.setSystemTime(NOON + DAY)
  await post()
  const params = { postId: shown?._id ?? '' }
  await call('DELETE /api/posts/:postId', { params, token: ada.token })
  await post()
  expect(await status(url)).toBe(200)
  vi.setSystemTime(NOON + 2 * DAY)
  await post()
  expect(await status(url)).toBe(404)
})

test('unused uploads of a snapshot are removed after a day', async () => {
  const { call, upload, token, post, kept } = await expiryApi()
  await upload(token)
  const body = (await call('GET /api/mock/snapshot')).data
  await call('POST /api/mock/reset', { body: { seed: 'default' } })
  await call('POST /api/mock/snapshot', { body })
  expect(await kept()).toBe(1)
  vi.setSystemTime(NOON + DAY)
  await post()
  expect(await kept()).toBe(0)
})

test('the old address of a moved picture redirects to it for a day', async () => {
  const { call, upload, token, post, store, status } = await expiryApi()
  const { _id: id, url } = await upload(token)
  await post(url)
  await call('POST /api/uploads/:id/moved', { params: { id }, body: { secure_url: CLOUD }, token })
  vi.setSystemTime(NOON + DAY - 1)
  await post()
  expect(await status(url)).toBe(302)
  vi.setSystemTime(NOON + DAY)
  await post()
  expect(await status(url)).toBe(404)
  expect(await countUnder(store, 'moved/')).toBe(0)
  const { posts } = (await call('GET /api/posts')).data
  expect(posts.map(({ imageUrl }) => imageUrl)).toContain(CLOUD)
})

async function picturesApi() {
  const api = testApi()
  const { token } = await api.logIn()
  const kept = await api.upload(token)
  const { call } = api
  const post = async (imageUrl: string) =>
    (await call('POST /api/posts', { body: { content: 'Look', imageUrl }, token })).data.posts[0]
      ?._id ?? ''
  const comment = async (postId: string, imageUrl: string) => {
    const options = { params: { postId }, body: { content: 'Look', imageUrl }, token }
    return (await call('POST /api/comments/add/:postId', options)).data.comments[0]?._id ?? ''
  }
  const deletePost = (postId: string) =>
    call('DELETE /api/posts/:postId', { params: { postId }, token })
  const deleteComment = (postId: string, commentId: string) =>
    call('POST /api/comments/delete/:postId/:commentId', { params: { postId, commentId }, token })
  const setPhoto = (chosen: string) =>
    call('POST /api/users/edit', { body: { userData: { profilePhoto: { chosen } } }, token })
  const status = async () =>
    (await call('GET /api/uploads/:id', { params: { id: kept._id } })).status
  return { ...api, token, kept, post, comment, deletePost, deleteComment, setPhoto, status }
}

test('the picture of a deleted post is removed with it', async () => {
  const { post, deletePost, kept, status } = await picturesApi()
  await deletePost(await post(kept.url))
  expect(await status()).toBe(404)
})

test('the picture of a deleted comment is removed with it, also when its post is deleted', async () => {
  const first = await picturesApi()
  await first.deleteComment('1', await first.comment('1', first.kept.url))
  expect(await first.status()).toBe(404)

  const { post, comment, deletePost, kept, status } = await picturesApi()
  const postId = await post('')
  await comment(postId, kept.url)
  expect(await status()).toBe(200)
  await deletePost(postId)
  expect(await status()).toBe(404)
})

test('a picture stays while any row shows it', async () => {
  const { post, comment, deletePost, deleteComment, setPhoto, kept, status } = await picturesApi()
  const posts = [await post(kept.url), await post(kept.url)]
  const commentId = await comment('1', kept.url)
  await setPhoto(kept.url)
  for (const postId of posts) {
    await deletePost(postId)
    expect(await status()).toBe(200)
  }
  await deleteComment('1', commentId)
  expect(await status()).toBe(200)
  await setPhoto('')
  expect(await status()).toBe(404)
})

test('a profile keeps its photo when other fields are edited', async () => {
  const { call, token, setPhoto, kept, status } = await picturesApi()
  await setPhoto(kept.url)
  await call('POST /api/users/edit', { body: { userData: { bio: 'Slow is smooth' } }, token })
  expect(await status()).toBe(200)
})

test('a picture that no row shows yet stays for its owner', async () => {
  const { post, deletePost, status } = await picturesApi()
  await deletePost(await post('/seed/posts/roadster-sunset.svg'))
  expect(await status()).toBe(200)
})

test('a user cannot remove the picture of another by showing it for a while', async () => {
  const { call, signUp, status, kept, setPhoto } = await picturesApi()
  const { token } = await signUp('ada')
  await setPhoto(kept.url)
  const body = { content: 'Mine now', imageUrl: kept.url }
  const [post] = (await call('POST /api/posts', { body, token })).data.posts
  await call('DELETE /api/posts/:postId', { params: { postId: post?._id ?? '' }, token })
  expect(await status()).toBe(200)
  await setPhoto('')
  expect(await status()).toBe(404)
})

test('a picture has no short id, by which others could find a draft (R10.24)', async () => {
  const { call, token, status } = await picturesApi()
  expect(await status()).toBe(200)
  expect((await call('GET /api/uploads/:id', { params: { id: '1' } })).status).toBe(404)
  const body = { content: 'Mine now', imageUrl: '/api/uploads/1' }
  expect((await call('POST /api/posts', { body, token })).status).toBe(400)
})
