import { expect, it, onTestFinished, vi } from 'vitest'
import { signTyped } from '../mocks/domain/token.ts'
import { emptyDataSet } from '../mocks/seed/data-set.ts'
import { momentAfter, uuidAt } from '../mocks/store/ids.ts'
import { rowKey } from '../mocks/store/keys.ts'
import type { UserRow } from '../mocks/store/tables.ts'
import { picture } from '../mocks/testing/picture.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { MAX_UNSEEN } from '../src/contract/max-unseen.ts'
import { timeAt } from '../src/contract/now.ts'
import { UPLOADS } from '../src/contract/uploads-path.ts'
import { type LocalClub, localClub, localDevice } from './lab/devices.ts'

/** Without it, each reply to a new post has all posts. */
const prefer = 'return=minimal'

async function scene() {
  const club = await localClub()
  const { user, token } = await club.addMember('mira')
  let online = true
  const requests: string[] = []
  const device = localDevice(club, async (reply, url) => {
    requests.push(url)
    if (!online) throw new TypeError('Failed to fetch')
    return reply()
  })
  await device.logIn(token)
  const goOffline = () => {
    online = false
  }
  const goOnline = () => {
    online = true
  }
  return { club, device, user, token, goOffline, goOnline, requests }
}

it('a new replica equals the data of the club', async () => {
  const { club, device } = await scene()
  expect(device.contents()).toEqual(club.contents())
  expect(Object.keys(device.contents())).not.toHaveLength(0)
})

it('a new replica counts as many unseen notifications as the club does', async () => {
  const { club, user, token } = await scene()
  const juno = await club.addMember('juno')
  for (let n = 0; n < MAX_UNSEEN; n += 1) {
    const body = { content: `Hey @${user.username}` }
    await club.call('POST /api/posts', { body, prefer, token: juno.token })
  }
  const phone = localDevice(club)
  await phone.logIn(token)
  const { data } = await phone.call('GET /api/notifications', { token, query: '?limit=20' })
  expect(data.unseen).toBe(MAX_UNSEEN)
})

/** A post with the likes of two members. @param device which knows only the post */
async function likedPost(club: LocalClub, token: string, device?: ReturnType<typeof localDevice>) {
  const { data } = await club.call('POST /api/posts', { body: { content: 'Meet' }, token })
  const params = { postId: data.posts[0]?._id ?? '' }
  await device?.sync()
  const members = [await club.addMember('juno'), await club.addMember('tove')] as const
  for (const member of members)
    await club.call('POST /api/posts/like/:postId', { params, token: member.token })
  return { params, members }
}

it('a post that is deleted without a network takes its notifications along; the club does the same', async () => {
  const { club, device, user, token, goOffline, goOnline } = await scene()
  const { params, members } = await likedPost(club, token, device)
  const [{ token: juno }, { token: tove }] = members
  const body = { content: 'Nice' }
  for (const other of [juno, tove])
    await club.call('POST /api/comments/add/:postId', { params, body, token: other })
  await club.call('POST /api/users/follow/:id', { params: { id: user._id }, token: juno })
  await device.sync()
  const types = async () =>
    (await device.call('GET /api/notifications', { token })).data.notifications.map(
      ({ type }) => type,
    )
  expect(await types()).toEqual(['follow', 'comment', 'like'])
  goOffline()
  await device.call('DELETE /api/posts/:postId', { params, token })
  expect(await types()).toEqual(['follow'])
  goOnline()
  await device.sync()
  expect(await types()).toEqual(['follow'])
  expect(device.contents()).toEqual(club.contents(user._id))
})

it('what is seen without a network is seen at the club and on other devices of the user, too (R17.7)', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  await likedPost(club, token, device)
  const other = localDevice(club)
  await Promise.all([device.sync(), other.logIn(token)])
  const unseen = async (at: Pick<LocalClub, 'call'>) =>
    (await at.call('GET /api/notifications', { token })).data.unseen
  goOffline()
  const [newest] = (await device.call('GET /api/notifications', { token })).data.notifications
  const body = { _id: newest?._id ?? '' }
  await device.call('POST /api/notifications/seen', { body, token })
  expect([await unseen(device), await unseen(club), await unseen(other)]).toEqual([0, 1, 1])
  goOnline()
  await device.sync()
  await other.sync()
  expect([await unseen(device), await unseen(club), await unseen(other)]).toEqual([0, 0, 0])
})

it('a replica has the likes of its user and counts those of others', async () => {
  const { club, device, user, token } = await scene()
  const { params, members } = await likedPost(club, token, device)
  // On another device.
  await club.call('POST /api/posts/like/:postId', { params, token })
  await device.sync()
  const { data } = await device.call('GET /api/posts/:postId', { params, token })
  expect(data.post.likes).toMatchObject({ likeCount: 3, likedBy: [{ _id: user._id }] })
  const links = Object.keys(device.contents()).filter((key) => key.startsWith('votes/'))
  expect(links).toHaveLength(1)
  expect(device.contents()).toEqual(club.contents(user._id))
  expect(device.published.at(-1)?.changes, 'a page learns of likes by the count').toContainEqual({
    table: 'posts',
    kind: 'changed',
    _id: params.postId,
  })
  const [{ token: other }] = members
  const seen = await device.call('GET /api/posts/:postId', { params, token: other })
  expect(seen.data.post.likes.likedBy, 'the club knows those of others').toHaveLength(1)
})

it('a second user of a phone finds their own likes there, and the first keeps theirs', async () => {
  const { club, device, user, token, goOffline } = await scene()
  const { params, members } = await likedPost(club, token)
  const [{ user: juno, token: second }] = members
  await club.call('POST /api/posts/like/:postId', { params, token })
  await device.logIn(second)
  goOffline()
  for (const [as, _id] of [
    [token, user._id],
    [second, juno._id],
  ] as const) {
    const { data } = await device.call('GET /api/posts/:postId', { params, token: as })
    expect(data.post.likes).toMatchObject({ likeCount: 3, likedBy: [{ _id }] })
  }
})

it('members of a large club come with what they write; the others, and long threads, are read from the club', async () => {
  const club = await localClub({}, emptyDataSet(), { posts: 200, comments: 1, users: 1 })
  const { token } = await club.addMember('mira')
  const [juno, tove] = [await club.addMember('juno'), await club.addMember('tove')]
  const { data } = await club.call('POST /api/posts', { body: { content: 'Meet' }, token })
  const params = { postId: data.posts[0]?._id ?? '' }
  for (const content of ['One', 'Two'])
    await club.call('POST /api/comments/add/:postId', { params, body: { content }, token })
  let online = true
  const device = localDevice(
    club,
    async (reply) => (online ? reply() : Promise.reject(new TypeError('Failed to fetch'))),
    { users: 1 },
  )
  await device.logIn(token)
  const idsHere = () => Object.keys(device.contents()).filter((key) => key.startsWith('users.id/'))
  const newest = idsHere().length
  const offline = async <Result>(work: () => Promise<Result>) => {
    online = false
    const result = await work()
    online = true
    return result
  }
  const thread = async () =>
    (await device.call('GET /api/comments/:postId', { params, token })).data.comments.length
  expect([await thread(), await offline(thread)]).toEqual([2, 1])
  const profile = () =>
    device
      .call('GET /api/users/:id', { params: { id: juno.user._id }, token })
      .catch(() => undefined)
  expect((await profile())?.data.user.username).toBe('juno')

  const body = { content: 'Mine' }
  await club.call('POST /api/posts', { body, token: juno.token })
  await club.call('POST /api/users/edit', { body: { userData: { bio: 'x' } }, token: tove.token })
  await device.sync()
  expect(idsHere()).toHaveLength(newest + 1)
  expect((await offline(profile))?.data.user.username).toBe('juno')
})

it('a post that was written without a network reaches the club with the same id and time (R16.10)', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  goOffline()
  const { data, status } = await device.call('POST /api/posts', {
    body: { content: 'Field' },
    token,
  })
  expect(status).toBe(201)
  const [post] = data.posts
  expect(await device.pending()).toHaveLength(1)
  goOnline()
  await device.sync()
  expect(await device.pending()).toHaveLength(0)
  const params = { postId: post?._id ?? '' }
  const sent = await club.call('GET /api/posts/:postId', { params, token, prefer: 'people=own' })
  expect(sent.data.post).toEqual({ ...post, id: '1' })
  expect(device.contents()).toEqual(club.contents())
})

it('without a network, what needs the club says so (R16.10)', async () => {
  const { device, goOffline, token, user } = await scene()
  goOffline()
  const text = 'This needs a connection to the club. Try again when you are online.'
  const body = { username: 'mira', password: 'Torque#1' }
  expect(await device.call('POST /api/auth/login', { body })).toMatchObject({
    status: 503,
    error: [text],
  })
  const edit = { body: { userData: { password: 'Torque#2' } }, token }
  expect(await device.call('POST /api/users/edit', edit)).toMatchObject({ status: 503 })
  const list = { params: { id: user._id }, token }
  const followers = await device.call('GET /api/users/:id/followers', list)
  expect(followers).toMatchObject({ status: 503, error: [text] })
  const controls = await device.serve(new Request('http://club.test/api/mock'))
  expect(controls.type, 'a practice page starts without its controls').toBe('error')
  expect(await device.pending()).toEqual([])
})

it('a replica has no passwords', async () => {
  const { club, device } = await scene()
  const body = { username: 'juno', password: 'Torque#1', name: 'Juno' }
  expect((await club.call('POST /api/auth/signup', { body })).status).toBe(201)
  await device.sync()
  expect(JSON.stringify(device.stored())).not.toContain('pbkdf2')
  const users = await device.call('GET /api/users')
  expect(users.data.users.map(({ username }) => username)).toContain('juno')
})

it('a sign-up goes to the club and is known here at once', async () => {
  const { device } = await scene()
  const body = { username: 'juno', password: 'Torque#1', name: 'Juno' }
  const { data } = await device.call('POST /api/auth/signup', { body })
  const verified = await device.call('POST /api/auth/verify', {
    body: { encodedToken: data.encodedToken },
  })
  expect(verified.data.user.username).toBe('juno')
})

it('a refused write has no effect here and is listed with the text of the club (R16.15)', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  const { data } = await club.call('POST /api/posts', { body: { content: 'Meet' }, token })
  const postId = data.posts[0]?._id ?? ''
  await device.sync()
  goOffline()
  const comment = { params: { postId }, body: { content: 'Count me in' }, token }
  await device.call('POST /api/comments/add/:postId', comment)
  await club.call('DELETE /api/posts/:postId', { params: { postId }, token })
  goOnline()
  await device.sync()
  expect(await device.pending()).toMatchObject([
    { body: { content: 'Count me in' }, error: expect.stringContaining("doesn't exist") },
  ])
  expect(device.contents()).toEqual(club.contents())
  await device.sync()
  expect(await device.pending(), 'it is not sent again').toHaveLength(1)
})

it('a like that the club has already is done', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  const { data } = await club.call('POST /api/posts', { body: { content: 'Meet' }, token })
  const params = { postId: data.posts[0]?._id ?? '' }
  await device.sync()
  goOffline()
  await device.call('POST /api/posts/like/:postId', { params, token })
  await club.call('POST /api/posts/like/:postId', { params, token })
  goOnline()
  await device.sync()
  expect(await device.pending()).toEqual([])
  expect(device.contents()).toEqual(club.contents())
})

it('sends a hundred writes in two requests, in their order (R16.10)', async () => {
  const { club, device, token, goOffline, goOnline, requests } = await scene()
  goOffline()
  for (let n = 0; n < 100; n++) {
    await device.call('POST /api/posts', { body: { content: `Post ${n}` }, token, prefer })
  }
  goOnline()
  requests.length = 0
  await device.sync()
  expect(requests.length).toBeLessThanOrEqual(3)
  const { posts } = (await club.call('GET /api/posts')).data
  expect(posts.map(({ content }) => content)).toEqual(
    Array.from({ length: 100 }, (_, n) => `Post ${99 - n}`),
  )
})

it('a picture is sent before its post, under the same address', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  goOffline()
  const { data } = await device.call('POST /api/uploads', { body: { file: picture() }, token })
  const imageUrl = data.secure_url
  const id = imageUrl.slice(UPLOADS.length)
  expect((await device.call('GET /api/uploads/:id', { params: { id } })).status).toBe(200)
  await device.call('POST /api/posts', { body: { content: 'Look', imageUrl }, token })
  goOnline()
  await device.sync()
  expect((await club.call('GET /api/posts')).data.posts).toMatchObject([{ imageUrl }])
  expect((await club.call('GET /api/uploads/:id', { params: { id } })).status).toBe(200)
  // From the club, because the bytes are no longer here.
  expect(Object.keys(device.stored()).filter((key) => key.startsWith('uploads'))).toEqual([])
  expect((await device.call('GET /api/uploads/:id', { params: { id } })).status).toBe(200)
})

it('a picture that a fast clock has dated into the future keeps its post', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  goOffline()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { data } = await device.call('POST /api/uploads', { body: { file: picture() }, token })
  const body = { content: 'Look', imageUrl: data.secure_url }
  await device.call('POST /api/posts', { body, token })
  vi.useRealTimers()
  // The club's time is unknown after a restart.
  device.restart()
  goOnline()
  await device.sync()
  expect(await device.pending()).toEqual([])
  const [post] = (await club.call('GET /api/posts')).data.posts
  const id = post?.imageUrl?.slice(UPLOADS.length) ?? ''
  expect((await club.call('GET /api/uploads/:id', { params: { id } })).status).toBe(200)
})

it('long writes are sent in several requests, and one that no club would accept is refused', async () => {
  const { club, token, user } = await scene()
  const lengths: number[] = []
  let online = true
  const device = localDevice({
    fetch: async (path, init) => {
      if (!online) throw new TypeError('Failed to fetch')
      lengths.push(String(init?.body ?? '').length)
      return club.fetch(path, init)
    },
  })
  await device.logIn(token)
  online = false
  for (const length of [60_000, 60_000, 60_000, 70_000, 10]) {
    const content = 'x'.repeat(length)
    expect((await device.call('POST /api/posts', { body: { content }, token })).status).toBe(201)
  }
  online = true
  await device.sync()
  expect(Math.max(...lengths)).toBeLessThan(160_000)
  const { posts } = (await club.call('GET /api/posts')).data
  expect(posts.map(({ content }) => content.length)).toEqual([10, 60_000, 60_000, 60_000])
  expect(await device.pending()).toMatchObject([{ userId: user._id, error: /long/ }])
  expect(device.contents()).toEqual(club.contents())
})

it.each([429, 502])(
  'when the club replies with %i, lists come from the replica, and it is not said that a post does not exist',
  async (status) => {
    const { club, token } = await scene()
    await club.call('POST /api/posts', { body: { content: 'Older' }, token })
    await club.call('POST /api/posts', { body: { content: 'Newer' }, token })
    let fails = false
    const busy = async (reply: () => Promise<Response>) =>
      fails ? new Response('<h1>Busy</h1>', { status }) : reply()
    const device = localDevice(club, busy, { posts: 1 })
    await device.logIn(token)
    fails = true
    for (const query of ['', '?limit=20']) {
      const { status, data } = await device.call('GET /api/posts', { query, token })
      expect([status, data.posts[0]?.content]).toEqual([200, 'Newer'])
    }
    const params = { postId: 'none' }
    expect((await device.call('GET /api/posts/:postId', { params })).status).toBe(503)
  },
)

it('a device whose cursor is unknown copies everything again and keeps its writes', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  goOffline()
  await device.call('POST /api/posts', { body: { content: 'Mine' }, token })
  await club.forgetLog()
  await club.call('POST /api/posts', { body: { content: 'Theirs' }, token })
  goOnline()
  await device.sync()
  expect(await device.pending()).toEqual([])
  expect(device.contents()).toEqual(club.contents())
  expect((await club.call('GET /api/posts')).data.posts).toHaveLength(2)
})

it('copies the newest posts first and as many as it may; the club has the others', async () => {
  const { club, token } = await scene()
  for (let n = 0; n < 450; n++) {
    await club.call('POST /api/posts', { body: { content: `Post ${n}` }, token, prefer })
  }
  const requests: string[] = []
  let online = true
  const line = async (reply: () => Promise<Response>, url: string) => {
    requests.push(url)
    if (!online) throw new TypeError('Failed to fetch')
    return reply()
  }
  const device = localDevice(club, line, { posts: 300 })
  await device.logIn(token)
  const { posts } = (await club.call('GET /api/posts')).data
  const page = async (before: number) => {
    requests.length = 0
    const query = `?limit=20&before=${posts[before]?._id}`
    const { data } = await device.call('GET /api/posts', { query, token })
    return { contents: data.posts.map(({ content }) => content), requests: requests.length }
  }
  const expected = (from: number) => posts.slice(from + 1, from + 21).map(({ content }) => content)
  expect(await page(100)).toEqual({ contents: expected(100), requests: 0 })
  expect(await page(390)).toEqual({ contents: expected(390), requests: 1 })
  expect(await page(410)).toEqual({ contents: expected(410), requests: 1 })
  const old = { params: { postId: posts[440]?._id ?? '' }, token }
  expect((await device.call('POST /api/posts/like/:postId', old)).status).toBe(201)
  expect((await device.call('GET /api/posts/:postId', old)).data.post.likes.likeCount).toBe(1)
  online = false
  expect((await page(100)).contents).toEqual(expected(100))
  expect((await page(390)).contents.length).toBeLessThan(20)
})

it('a thread is in the order in which it was written, whatever the clocks of the devices', async () => {
  const { club, token } = await scene()
  let now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  // Named, because the clocks of other tests have made later ids.
  const key = uuidAt(momentAfter('', now))
  const { data } = await club.call('POST /api/posts', { body: { content: 'Thread' }, token, key })
  const params = { postId: data.posts[0]?._id ?? '' }
  const devices = [-86_400_000, 86_400_000, 0].map((off) => {
    const device = localDevice(club, async (reply) => {
      vi.setSystemTime(now)
      const response = await reply()
      vi.setSystemTime(now + off)
      return response
    })
    const at = async (work: () => Promise<unknown>) => {
      now += 2_000
      vi.setSystemTime(now + off)
      await work()
      vi.setSystemTime(now)
    }
    return { device, at }
  })
  for (const { device, at } of devices) await at(() => device.logIn(token))
  for (const [index, { device, at }] of devices.entries()) {
    const body = { content: `Comment ${index}` }
    await at(() => device.call('POST /api/comments/add/:postId', { params, body, token }))
  }
  for (const { device, at } of devices.toReversed()) await at(device.sync)
  const { comments } = (await club.call('GET /api/comments/:postId', { params })).data
  expect(comments.map(({ content }) => content)).toEqual(['Comment 2', 'Comment 1', 'Comment 0'])
})

it('writes that a clock has dated into the future get new names, and what refers to them too', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  goOffline()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { data } = await device.call('POST /api/posts', { body: { content: 'Early' }, token })
  const params = { postId: data.posts[0]?._id ?? '' }
  await device.call('POST /api/comments/add/:postId', {
    params,
    body: { content: 'Me too' },
    token,
  })
  vi.setSystemTime(now + 5_000)
  goOnline()
  await device.sync()
  expect(await device.pending()).toEqual([])
  const [post] = (await club.call('GET /api/posts')).data.posts
  expect(post).toMatchObject({ content: 'Early', comments: [{ content: 'Me too' }] })
  expect(Date.parse(post?.createdAt ?? '')).toBeLessThanOrEqual(now + 5_000)
  expect(device.contents()).toEqual(club.contents())
})

it('a discarded write has no effect, here or at the club (R16.15)', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  goOffline()
  await device.call('POST /api/posts', { body: { content: 'Kept' }, token })
  await device.call('POST /api/posts', { body: { content: 'Discarded' }, token })
  const [, second] = await device.pending()
  await device.discard(second?.name ?? '')
  goOnline()
  await device.sync()
  expect((await club.call('GET /api/posts')).data.posts).toMatchObject([{ content: 'Kept' }])
  expect(device.contents()).toEqual(club.contents())
})

it('a refused write can be sent again (R16.15)', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  goOffline()
  const rename = { body: { userData: { username: 'juno' } }, token }
  expect((await device.call('POST /api/users/edit', rename)).status).toBe(201)
  const { user } = await club.addMember('juno')
  goOnline()
  await device.sync()
  const [refused] = await device.pending()
  expect(refused?.error).toBe('Unprocessable Entity. Username Already Exists.')
  expect(device.contents()).toEqual(club.contents())
  await club.rename(user, 'tove')
  await device.retry(refused?.name ?? '')
  await device.sync()
  expect(await device.pending()).toEqual([])
  expect((await club.call('GET /api/users')).data.users.map((one) => one.username).sort()).toEqual([
    'juno',
    'tove',
  ])
})

it('after the logout of a user, nothing of theirs waits and no token is left', async () => {
  const { device, user, token, goOffline } = await scene()
  goOffline()
  await device.call('POST /api/posts', { body: { content: 'Mine' }, token })
  await device.logOut(user)
  expect(await device.pending()).toEqual([])
  expect((await device.call('GET /api/posts')).data.posts).toEqual([])
  expect(JSON.stringify(device.stored())).not.toContain(token)
})

it('a logout removes the token, also when nothing waits', async () => {
  const { device, user, token } = await scene()
  await device.call('POST /api/posts', { body: { content: 'Sent' }, token })
  await device.sync()
  expect(await device.pending()).toEqual([])
  expect(JSON.stringify(device.stored())).toContain(token)
  await device.logOut(user)
  expect(JSON.stringify(device.stored())).not.toContain(token)
})

it('a log-out without a network ends the session here at once, and at the club with the next sync', async () => {
  const { club, device, user, token, goOffline, goOnline } = await scene()
  const verify = (place: typeof club | typeof device) =>
    place.call('POST /api/auth/verify', { body: { encodedToken: token } })
  const other = await club.logIn(user)
  await device.logIn(token)
  goOffline()
  await device.logOut(user)
  expect((await verify(device)).status).not.toBe(200)
  expect((await verify(club)).status).toBe(200)
  goOnline()
  device.restart()
  await device.sync()
  expect((await verify(club)).status).toBe(401)
  // Once, and the others stay.
  expect(JSON.stringify(device.stored())).not.toContain(`ended/${user._id}`)
  const body = { encodedToken: other }
  expect((await club.call('POST /api/auth/verify', { body })).status).toBe(200)
})

it('the longest username, in letters of four bytes, is in a token that the club takes', async () => {
  const { club, device } = await scene()
  const { user, token } = await club.addMember('𠮷'.repeat(100))
  await device.logIn(token)
  expect(device.contents()).toEqual(club.contents(user._id))
})

it('a log-out with a network ends the session at the club at once', async () => {
  const { club, device, user, token } = await scene()
  await device.logIn(token)
  await device.logOut(user)
  const body = { encodedToken: token }
  expect((await club.call('POST /api/auth/verify', { body })).status).toBe(401)
})

it('with a token of an older version, a log-out is sent at once or not at all: a whole token is not kept', async () => {
  const { club, device, user, goOffline, goOnline } = await scene()
  const { _id, username } = user
  await device.logOut(user)
  const newToken = (exp: number) =>
    club.database.read((tx) => signTyped(tx, '', { _id, username, exp: 4_000_000_000 + exp }))
  const verify = async (encodedToken: string) =>
    (await club.call('POST /api/auth/verify', { body: { encodedToken } })).status
  const first = await newToken(1)
  await device.logIn(first)
  await device.logOut(user)
  expect(await verify(first)).toBe(401)
  const second = await newToken(2)
  await device.logIn(second)
  goOffline()
  await device.logOut(user)
  expect(JSON.stringify(device.stored())).not.toContain(second)
  goOnline()
  await device.sync()
  expect(await verify(second)).toBe(200)
})

it('a reply sorts after what it answers, even if the clock of its device has gone back', async () => {
  const { club, device, token } = await scene()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  // Named, because the clocks of other tests have made later ids.
  const key = uuidAt(momentAfter('', now))
  await club.call('POST /api/posts', { body: { content: 'Question' }, token, key })
  await device.sync()
  vi.setSystemTime(now - 20_000)
  await device.call('POST /api/posts', { body: { content: 'Answer' }, token })
  const texts = async ({ call }: Pick<typeof device, 'call'>) =>
    (await call('GET /api/posts')).data.posts.map(({ content }) => content)
  expect(await texts(device)).toEqual(['Answer', 'Question'])
  vi.setSystemTime(now + 100)
  await device.sync()
  expect(await texts(club)).toEqual(['Answer', 'Question'])
})

it('a write whose name is some milliseconds early is done in the same sync', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  goOffline()
  // A request that takes longer one way than the other makes the club's clock seem later than it is.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600 })
  await device.call('POST /api/posts', { body: { content: 'Early' }, token })
  vi.useRealTimers()
  goOnline()
  await device.sync()
  expect(await device.pending()).toEqual([])
  expect((await club.call('GET /api/posts')).data.posts).toMatchObject([{ content: 'Early' }])
})

it.each(['2020-01-01T00:00:00Z', '-40d', '+40d'])(
  'a device follows the time of its club: %s',
  async (now) => {
    const { club, device, token: issuedNow, goOffline, goOnline } = await scene()
    const set = (changes: object) => club.call('POST /api/mock/settings', { body: changes })
    await set({ now })
    // As after a log-in at that time.
    const { token } = await club.addMember('theo', now)
    await device.logIn(token)
    goOffline()
    const { data, status } = await device.call('POST /api/posts', {
      body: { content: 'Then' },
      token,
    })
    expect(status).toBe(201)
    goOnline()
    await device.sync()
    expect(await device.pending()).toEqual([])
    expect(device.contents()).toEqual(club.contents())
    const [post] = (await club.call('GET /api/posts')).data.posts
    expect(post?._id).toBe(data.posts[0]?._id)
    const created = Date.parse(post?.createdAt ?? '')
    expect(Math.abs(created - timeAt(now))).toBeLessThan(5_000)

    const verify = async (encodedToken: string) =>
      (await device.call('POST /api/auth/verify', { body: { encodedToken } })).status
    expect(await verify(token)).toBe(200)
    expect(await verify(issuedNow)).toBe(timeAt(now) > Date.now() ? 401 : 200)
    await set({ now: null })
    await device.sync()
    expect(await verify(issuedNow)).toBe(200)
  },
)

it('a device rejects a session that was ended elsewhere, and keeps the one that ended it', async () => {
  const { club, device, user, token } = await scene()
  const verify = async (encodedToken: string) =>
    (await device.call('POST /api/auth/verify', { body: { encodedToken } })).status
  // The tokens of one second are equal.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
  onTestFinished(() => void vi.useRealTimers())
  const body = { username: 'mira', password: '' }
  const { encodedToken: other } = (await club.call('POST /api/auth/login', { body })).data
  expect((await device.call('POST /api/auth/logout-others', { token: other })).status).toBe(200)
  await device.sync()
  expect([await verify(token), await verify(other)]).toEqual([401, 200])
  const { sessions } = device.contents()[rowKey('users', user._id)] as UserRow
  expect(JSON.stringify(sessions)).not.toContain(other.split('.')[2])
  // Of its user it only matters that there is one.
  await club.rename(user, 'mira.m')
  await device.sync()
  expect(await verify(other)).toBe(200)
  await club.remove(user)
  await device.sync()
  expect(await verify(other)).toBe(401)
  const write = await device.call('POST /api/posts', { body: { content: 'Hi' }, token: other })
  expect([write.status, write.error]).toEqual([404, [apiErrors.notRegistered.text]])
})

it('a write of a device that was offline for over 30 days is sent: no try has left the device', async () => {
  const { club, device, token, goOffline, goOnline } = await scene()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  onTestFinished(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(navigator, 'onLine')
  })
  goOffline()
  await device.call('POST /api/posts', { body: { content: 'From a long ride' }, token })
  await expect(device.sync()).rejects.toThrow('offline')
  vi.setSystemTime(now + 29.5 * 86_400_000)
  await club.forgetLog()
  goOnline()
  await device.sync()
  expect(await device.pending()).toEqual([])
  expect((await club.call('GET /api/posts')).data.posts).toMatchObject([
    { content: 'From a long ride' },
  ])
})

it('a write that may have arrived over four weeks ago is reported, and can be sent again', async () => {
  const club = await localClub()
  const { token } = await club.addMember('mira')
  let loses = false
  const device = localDevice(club, async (reply) => {
    if (loses) throw new TypeError('Failed to fetch')
    return reply()
  })
  await device.logIn(token)
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  await device.call('POST /api/posts', { body: { content: 'Once' }, token })
  loses = true
  await expect(device.sync()).rejects.toThrow('noReply')
  // A club would forget it soon.
  vi.setSystemTime(now + 29.5 * 86_400_000)
  loses = false
  await club.forgetLog()
  await device.sync()
  const [write] = await device.pending()
  expect(write?.error).toContain('it is not known whether it arrived')
  await device.retry(write?.name ?? '')
  await device.sync()
  expect(await device.pending()).toEqual([])
  expect((await club.call('GET /api/posts')).data.posts).toMatchObject([{ content: 'Once' }])
})

it('a copy in several parts is published once, at its end', async () => {
  const { club, token } = await scene()
  for (let n = 0; n < 450; n++) {
    await club.call('POST /api/posts', { body: { content: `Post ${n}` }, token, prefer })
  }
  const device = localDevice(club)
  await device.logIn(token)
  expect(device.published.map(({ changes }) => changes)).toEqual([undefined, undefined])
  expect((await device.call('GET /api/posts')).data.posts).toHaveLength(450)
})

it('long posts are copied, and caught up with, in several parts', async () => {
  const { club, device, token, goOffline, goOnline, requests } = await scene()
  goOffline()
  const content = 'x'.repeat(60_000)
  for (let n = 0; n < 120; n++) {
    await club.call('POST /api/posts', { body: { content }, token, prefer })
  }
  goOnline()
  requests.length = 0
  await device.sync()
  expect(requests.length).toBeGreaterThan(1)
  expect(device.contents()).toEqual(club.contents())

  const lengths: number[] = []
  const another = localDevice(club, async (reply) => {
    const response = await reply()
    lengths.push((await response.clone().text()).length)
    return response
  })
  await another.logIn(token)
  expect(Math.max(...lengths)).toBeLessThan(1_500_000)
  expect(another.contents()).toEqual(club.contents())
})

it('what is written during a long copy is sent before its next part', async () => {
  const { club, token } = await scene()
  for (let n = 0; n < 650; n++) {
    await club.call('POST /api/posts', { body: { content: `Post ${n}` }, token, prefer })
  }
  const texts = async () =>
    (await club.call('GET /api/posts', { query: '?search=During' })).data.posts.map(
      ({ content }) => content,
    )
  let parts = 0
  const seen: string[][] = []
  const device = localDevice(club, async (reply, url) => {
    if (url.includes('before=')) {
      seen.push(await texts())
      const body = { content: `During part ${++parts}` }
      await device.call('POST /api/posts', { body, token })
    }
    return reply()
  })
  await device.logIn(token)
  expect(parts).toBe(3)
  expect(seen[2], 'before the third part').toContain('During part 2')
  expect(await texts(), 'after the last part').toHaveLength(3)
  expect(await device.pending()).toEqual([])
})

it('the changes of others are published during a copy', async () => {
  const { club, token } = await scene()
  for (let n = 0; n < 250; n++) {
    await club.call('POST /api/posts', { body: { content: `Post ${n}` }, token, prefer })
  }
  let parts = 0
  const device = localDevice(club, async (reply, url) => {
    // Between the first part and the second.
    if (url.includes('before=') && parts++ === 0)
      await club.call('POST /api/posts', { body: { content: 'Just now' }, token })
    return reply()
  })
  await device.logIn(token)
  expect(device.published.flatMap(({ changes }) => changes ?? [])).toMatchObject([
    { table: 'posts', kind: 'added' },
  ])
})

it('what an account that its user has deleted left here is not shown, and waits for no log-in (R3.31)', async () => {
  const { club, device, user, token, goOffline, goOnline } = await scene()
  const anna = await club.addMember('anna')
  await device.logIn(anna.token)
  goOffline()
  await device.call('POST /api/posts', { body: { content: 'By mira' }, token })
  await device.call('POST /api/posts', { body: { content: 'By anna' }, token: anna.token })
  await club.suspend(anna.user)
  const body = { password: '', keepPosts: true }
  expect((await club.call('POST /api/account/delete', { body, token })).status).toBe(200)
  goOnline()
  await device.sync()
  const { data } = await device.call('GET /api/posts', { token: anna.token })
  expect(data.posts.map(({ content }: { content: string }) => content)).toEqual(['By anna'])
  const needLogIn = [anna.user._id]
  expect(await device.readStatus()).toMatchObject({ needLogIn, gone: [user._id] })
})

it('a user of the device who has another session than the last one there is known by it, at once', async () => {
  const { club, device, token } = await scene()
  const posted = await device.call('POST /api/posts', { body: { content: 'Hi' }, token })
  const params = { postId: posted.data.posts[0]?._id ?? '' }
  await device.call('POST /api/posts/like/:postId', { params, token })
  await device.sync()
  const body = { username: 'mira', password: '' }
  const { encodedToken: last } = (await device.call('POST /api/auth/login', { body })).data
  await device.sync()
  await club.call('POST /api/auth/logout', { body: { encodedToken: last } })
  // Tells the device about it, and nothing of the first session.
  await club.call('POST /api/users/edit', { body: { userData: { bio: 'New' } }, token })
  await device.sync()
  const read = () => device.call('GET /api/posts/:postId', { params, token, prefer: 'people=own' })
  expect((await read()).data.post.likes.likedBy).toHaveLength(1)
})

it('a token that the club refuses is not sent again until its user logs in', async () => {
  const { club, device, user, token, goOffline, goOnline, requests } = await scene()
  goOffline()
  await device.call('POST /api/posts', { body: { content: 'Waiting' }, token })
  await club.remove(user)
  goOnline()
  await device.sync()
  expect(await device.readStatus()).toMatchObject({ needLogIn: [], gone: [user._id] })
  expect((await device.readStatus()).wait).toBeUndefined()
  requests.length = 0
  await device.sync()
  expect(requests).toEqual(['/api/changes'])
  const [write] = await device.pending()
  expect(write).toMatchObject({ username: 'mira', body: { content: 'Waiting' } })
  await device.discard(write?.name ?? '')
  expect(await device.pending()).toEqual([])
})
