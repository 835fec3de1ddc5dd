import { expect, test } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/calls.ts'
import { caseOf } from './cases/cases.ts'
import { call, succeed } from './client.ts'
import { readPost, readUser, scene, writePost } from './scene.ts'
import { callable } from './server.ts'

const prefer = 'return=minimal'
const lists = ['posts', 'bookmarks', 'comments', 'liked']

const isWrite = (name: (typeof callable)[number]) => {
  const { writes, control }: Call = calls[name]
  return writes && !control
}
const writes = callable.filter(isWrite)

test.each(writes)('%s confirms a minimal reply in Preference-Applied (R12.18)', async (name) => {
  const world = await scene()
  const { _id: postId } = world.post
  const options = await caseOf(name).succeeds(world)
  const { status, headers, data } = await call(name, { ...options, prefer })
  expect(status).toBe(calls[name].status)
  expect(headers.get('Preference-Applied')).toBe(prefer)
  // The changed post or comment, or none when it was removed from the list.
  for (const [key, value] of Object.entries(data)) {
    if (!lists.includes(key)) continue
    const removes = /^DELETE|\/delete\/|remove-/.test(name) || (key === 'liked' && /dis/.test(name))
    expect(value, key).toHaveLength(removes ? 0 : 1)
    const [item] = value as { _id: string }[]
    if (!item) continue
    // The scene's post has a comment.
    const { comments, ...post } = await readPost(key === 'comments' ? postId : item._id)
    expect(key === 'comments' ? comments : [{ ...post, comments }]).toContainEqual(item)
  }
})

test('a minimal reply omits posts that were liked or bookmarked before', async () => {
  const { author, stranger, onPost } = await scene()
  const other = await writePost(author)
  for (const { params } of [{ params: { postId: other._id } }, onPost]) {
    const options = { params, token: stranger.token, prefer }
    expect((await succeed('POST /api/posts/like/:postId', options)).liked).toHaveLength(1)
    const { bookmarks } = await succeed('POST /api/users/bookmark/:postId', options)
    expect(bookmarks).toHaveLength(1)
  }
  expect((await readUser(stranger)).liked).toHaveLength(2)
  const removed = { params: { postId: other._id }, token: author.token, prefer }
  await succeed('DELETE /api/posts/:postId', removed)
})

test.each(writes)('%s returns the full reply by default', async (name) => {
  const options = await caseOf(name).succeeds(await scene())
  const { headers } = await call(name, { ...options, prefer: 'respond-async' })
  expect(headers.has('Preference-Applied')).toBe(false)
})

test.each(callable.filter((name) => !isWrite(name)))(
  '%s ignores Prefer: return=minimal',
  async (name) => {
    const options = await caseOf(name).succeeds(await scene())
    expect((await call(name, { ...options, prefer })).headers.has('Preference-Applied')).toBe(false)
  },
)
