import type { InfiniteData } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import type { ViewedPost } from '../contract/viewed.ts'
import { feedQuery, MAX_QUEUED, queuedPostsQuery, showQueuedPosts } from './posts.ts'
import type { Page } from './query-keys.ts'
import { openPage } from './testing/page.ts'

const textsOf = (posts: readonly ViewedPost[] = []) => posts.map(({ content }) => content)

/** A page whose feed shows "With comments" by the viewer, "Theirs" by another, and the seeded posts. */
async function open() {
  const page = await openPage()
  onTestFinished(page.close)
  const { api, client, other } = page
  const queued = () => client.getQueryData(queuedPostsQuery.queryKey)
  return {
    ...page,
    queued,
    loaded: () => client.getQueryData<InfiniteData<Page<ViewedPost>>>(feedQuery.queryKey),
    async writePosts(count: number) {
      for (let index = 0; index < count; index++) await api.writePost(other.token, `New ${index}`)
    },
    async readAgain() {
      page.publishAll()
      await page.settle()
    },
    async show() {
      showQueuedPosts(client)
      await page.settle()
    },
  }
}

test.each([1, 13, 60, 120])(
  '%i posts whose changes are not listed are queued (R2.24)',
  async (count) => {
    const { writePosts, readAgain, shownFeed, queued, show } = await open()
    const before = textsOf(shownFeed())
    await writePosts(count)
    await readAgain()
    expect(textsOf(shownFeed())).toEqual(before)
    expect(queued()).toHaveLength(count)
    await show()
    const added = Array.from({ length: count }, (_, index) => `New ${count - 1 - index}`)
    expect(textsOf(shownFeed())).toEqual([...added, ...before])
    expect(queued()).toEqual([])
  },
)

test('older posts, after the pages that are loaded, are not new', async () => {
  const { client, writePosts, readAgain, shownFeed, queued, show } = await open()
  await writePosts(40)
  await readAgain()
  await show()
  // As if only the first page was loaded.
  const rows = shownFeed().slice(0, 20)
  client.setQueryData(feedQuery.queryKey, {
    pages: [{ rows, next: rows.at(-1)?._id }],
    pageParams: [''],
  })
  await writePosts(50)
  await readAgain()
  expect(shownFeed()).toHaveLength(20)
  expect(queued()).toHaveLength(50)
})

test('rows that were changed or removed meanwhile change in place, and in the queue', async () => {
  const { api, me, other, post, theirs, writePosts, readAgain, shownFeed, queued } = await open()
  await writePosts(14)
  await readAgain()
  const [newest, second] = queued() ?? []
  const postId = post._id
  await api.call('DELETE /api/posts/:postId', { params: { postId }, token: me.token })
  for (const [edited, content] of [
    [theirs, 'Edited'],
    [newest, 'Edited, too'],
  ] as const) {
    const options = { params: { postId: edited?._id ?? '' }, body: { content } }
    await api.call('POST /api/posts/edit/:postId', { ...options, token: other.token })
  }
  const params = { postId: second?._id ?? '' }
  await api.call('DELETE /api/posts/:postId', { params, token: other.token })
  await readAgain()
  expect(textsOf(shownFeed()).slice(0, 1)).toEqual(['Edited'])
  expect(shownFeed()).toHaveLength(6)
  expect(textsOf(queued()).slice(0, 2)).toEqual(['Edited, too', 'New 11'])
  expect(queued()).toHaveLength(13)
})

test('after more posts than are queued, the rows are read all the same, and the list starts again when asked (R2.24)', async () => {
  const { api, other, theirs, writePosts, readAgain, shownFeed, queued, show, loaded } =
    await open()
  const before = shownFeed().length
  await writePosts(MAX_QUEUED + 40)
  const options = { params: { postId: theirs._id }, body: { content: 'Edited' } }
  await api.call('POST /api/posts/edit/:postId', { ...options, token: other.token })
  await readAgain()
  expect(shownFeed()).toHaveLength(before)
  expect(textsOf(shownFeed())).toContain('Edited')
  expect(queued()).toHaveLength(MAX_QUEUED)
  await show()
  expect(loaded()?.pages).toHaveLength(1)
  expect(textsOf(shownFeed())[0]).toBe(`New ${MAX_QUEUED + 39}`)
  expect(queued()).toEqual([])
})

test('a list of which nothing is left is replaced', async () => {
  const { api, me, readAgain, shownFeed, queued, writePosts, other } = await open()
  for (const { _id, userId } of shownFeed()) {
    const token = userId === me.user._id ? me.token : other.token
    await api.call('DELETE /api/posts/:postId', { params: { postId: _id }, token })
  }
  await writePosts(2)
  await readAgain()
  expect(queued()?.length).toBeLessThanOrEqual(2)
  expect(textsOf(shownFeed()).length).toBeGreaterThan(0)
})
