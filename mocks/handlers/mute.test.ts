import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'

/** A new back end with a viewer who has a post, and a noisy person. */
async function scene() {
  const api = testApi()
  const { call, signUp, writePost } = api
  const [viewer, noisy] = [await signUp('viewer'), await signUp('noisy')]
  const post = await writePost(viewer.token, 'Look at this')
  const mute = () =>
    call('POST /api/users/mute/:id', { params: { id: noisy.user._id }, token: viewer.token })
  const unmute = () =>
    call('POST /api/users/unmute/:id', { params: { id: noisy.user._id }, token: viewer.token })
  const like = ({ token }: typeof noisy) =>
    call('POST /api/posts/like/:postId', { params: { postId: post._id }, token })
  const read = async () => (await call('GET /api/notifications', { token: viewer.token })).data
  return { ...api, viewer, noisy, post, mute, unmute, like, read }
}

test('the viewer mutes a user once, sees them in a list, and unmutes them (R6.8)', async () => {
  const { call, viewer, noisy, mute, unmute } = await scene()
  const list = async () =>
    (await call('GET /api/users/muted', { token: viewer.token })).data.users.map(({ _id }) => _id)
  expect(await list()).toEqual([])
  await mute()
  expect(await list()).toEqual([noisy.user._id])
  expect((await mute()).error).toEqual(['User Already muted'])
  await unmute()
  expect(await list()).toEqual([])
  expect((await unmute()).error).toEqual(['User already not muted'])
})

test('only the viewer sees whom they mute (R6.7, R6.8)', async () => {
  const { call, viewer, noisy, mute } = await scene()
  await mute()
  const prefer = 'people=own'
  const told = async (token?: string) => {
    const params = { id: viewer.user._id }
    return (await call('GET /api/users/:id', { params, token, prefer })).data.user
  }
  expect(await told(viewer.token)).toMatchObject({ muted: [{ _id: noisy.user._id }] })
  expect(await told(noisy.token)).not.toHaveProperty('muted')
  expect(await told()).not.toHaveProperty('muted')
  const { data } = await call('GET /api/users', { token: noisy.token })
  expect(JSON.stringify(data)).not.toContain('muted')
})

test('a muted user causes no notifications (R6.7)', async () => {
  const { call, writePost, writeComment, viewer, noisy, post, mute, unmute, like, read } =
    await scene()
  await mute()
  await like(noisy)
  await writeComment(noisy.token, post._id, 'Nice')
  await writeComment(noisy.token, post._id, 'Hey @viewer')
  await writePost(noisy.token, '@viewer, hello')
  const params = { id: viewer.user._id }
  await call('POST /api/users/follow/:id', { params, token: noisy.token })
  expect(await read()).toEqual({ notifications: [], unseen: 0 })
  await unmute()
  expect(await read()).toEqual({ notifications: [], unseen: 0 })
  await writeComment(noisy.token, post._id, 'Nicer')
  expect(await read()).toMatchObject({ notifications: [{ count: 1 }], unseen: 1 })
})

test('what they did before is hidden until they are unmuted, and others stay (R6.7)', async () => {
  const { signUp, viewer, noisy, writePost, call, mute, unmute, like, read } = await scene()
  const other = await signUp('other')
  await like(noisy)
  await like(other)
  await writePost(noisy.token, '@viewer, hello')
  await mute()
  const names = async () =>
    (await read()).notifications.map(({ by }) => by.map(({ username }) => username))
  expect(await names()).toEqual([['other']])
  expect((await read()).unseen).toBe(1)
  const [newest] = (await read()).notifications
  const body = { _id: newest?._id ?? '' }
  const { data } = await call('POST /api/notifications/seen', { body, token: viewer.token })
  expect(data).toEqual({ unseen: 0 })
  await unmute()
  expect(await names()).toEqual([['noisy'], ['other', 'noisy']])
})

test('who is muted does not count among those who like a post or follow, however many came after', async () => {
  const { call, signUp, viewer, noisy, mute, unmute, like, read } = await scene()
  const follow = ({ token }: typeof noisy) =>
    call('POST /api/users/follow/:id', { params: { id: viewer.user._id }, token })
  const people = [noisy]
  // More than a notification remembers.
  for (let index = 0; index < 6; index += 1) people.push(await signUp(`person${index}`))
  for (const person of people) await like(person)
  for (const person of people) await follow(person)
  const counts = async () => (await read()).notifications.map(({ count }) => count)
  expect(await counts()).toEqual([7, 7])
  await mute()
  expect(await counts()).toEqual([6, 6])
  await unmute()
  expect(await counts()).toEqual([7, 7])
})

test('the back end changes nothing in lists: clients leave out whom the viewer mutes (R6.8)', async () => {
  const { call, viewer, noisy, writePost, mute } = await scene()
  const { _id } = await writePost(noisy.token, 'Loud')
  await mute()
  const { posts } = (await call('GET /api/posts', { token: viewer.token })).data
  expect(posts.map((post) => post._id)).toContain(_id)
})

test('a user mutes at most 1,000 people (R6.8)', async () => {
  const { database, viewer, mute } = await scene()
  const others = Array.from({ length: 1000 }, () => crypto.randomUUID())
  await database.write(async (tx) => tx.links.putAll('muted', viewer.user, others))
  expect(await mute()).toMatchObject({
    status: 400,
    error: ['id: you mute 1000 people already, so unmute somebody first'],
  })
})
