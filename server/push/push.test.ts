import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { pushScene } from '../testing/push-scene.ts'

/** A message that comes after all others, so that those that must not come would have come before. */
async function lastMessage(scene: Awaited<ReturnType<typeof pushScene>>): Promise<void> {
  const { service, logIn, subscribe, writePost, like } = scene
  const theo = await logIn('theo')
  const browser = await service.newBrowser()
  await subscribe(browser, theo.token)
  await like((await logIn('juno')).token, await writePost(theo.token, 'The last one'))
  await expect.poll(() => service.to(browser).length).toBe(1)
}

/** Somebody with a subscription and a post, and somebody else. */
async function likedScene(times: Parameters<typeof pushScene>[0] = {}) {
  const scene = await pushScene(times)
  const { service, logIn, subscribe, writePost } = scene
  const [kenji, mira] = [await logIn('kenji'), await logIn('mira')]
  const browser = await service.newBrowser()
  expect((await subscribe(browser, kenji.token)).status).toBe(201)
  const postId = await writePost(kenji.token)
  return { ...scene, kenji, mira, browser, postId }
}

test('a like sends a message in the words of the list, which only the browser can read (R17.8)', async () => {
  const { service, api, like, mira, postId, browser } = await likedScene()
  await like(mira.token, postId)
  await expect.poll(() => service.received.length).toBe(1)
  const [{ headers, message } = expect.fail()] = service.to(browser)
  expect(message).toEqual({
    web_push: 8030,
    notification: {
      title: expect.stringMatching(/^Mira.* likes your post$/),
      body: 'My new exhaust',
      navigate: `http://localhost:1/post/${postId}`,
      tag: `like-${postId}`,
      lang: 'en',
      dir: 'auto',
    },
    app_badge: expect.stringMatching(/^[1-9]$/),
  })
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'normal',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  })
  const { key } = await (await api.send('/api/push')).json()
  const [, token = '', sender] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  expect(sender).toBe(key)
  expect(decodeProtectedHeader(token)).toEqual({ typ: 'JWT', alg: 'ES256' })
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
  const { payload } = await jwtVerify(
    token,
    await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'),
  )
  expect(payload).toMatchObject({ aud: service.url, sub: 'mailto:club@example.com' })
  expect((payload.exp ?? 0) * 1000 - Date.now()).toBeLessThan(24 * 3_600_000)
})

test('events of one notification become one message, and later ones replace it', async () => {
  const { service, logIn, like, comment, mira, postId } = await likedScene({ collect: 1_000 })
  const [juno, theo] = [await logIn('juno'), await logIn('theo')]
  for (const { token } of [mira, juno, theo]) await like(token, postId)
  await comment(mira.token, postId)
  await expect.poll(() => service.received.length).toBe(2)
  // They are encrypted at the same time, so either can be the first.
  const topicOf = (title: RegExp) =>
    service.received.find(({ message }) => title.test(message.notification.title))?.headers.topic
  const liked = topicOf(/, .* and .* like your post$/)
  const commented = topicOf(/commented on your post$/)
  expect(new Set([undefined, liked, commented]).size).toBe(3)
  await like((await logIn('guest')).token, postId)
  await expect.poll(() => service.received.length).toBe(3)
  expect(service.received[2]?.headers.topic).toBe(liked)
  expect(service.received[2]?.message.notification.title).toMatch(/and 3 others like your post$/)
})

test('a popular post sends one message a minute (R17.8)', async () => {
  const scene = await likedScene({ again: 60_000 })
  const { service, logIn, like, mira, postId, browser } = scene
  await like(mira.token, postId)
  await expect.poll(() => service.to(browser).length).toBe(1)
  await like((await logIn('juno')).token, postId)
  await lastMessage(scene)
  expect(service.to(browser)).toHaveLength(1)
})

test('there is no message about oneself, from muted people, or about events that were seen or undone (R17.8)', async () => {
  const scene = await likedScene({ collect: 1_000 })
  const { call, service, logIn, like, comment, kenji, mira, postId, browser } = scene
  const [juno, theo] = [await logIn('juno'), await logIn('theo')]
  await like(kenji.token, postId)
  const { userId: id } = mira
  await call('POST /api/users/mute/:id', { params: { id }, token: kenji.token })
  await like(mira.token, postId)
  await like(juno.token, postId)
  const params = { postId }
  await call('POST /api/posts/dislike/:postId', { params, token: juno.token })
  await comment(theo.token, postId)
  const { data } = await call('GET /api/notifications', { token: kenji.token })
  const [newest = expect.fail()] = data.notifications
  const body = { _id: newest._id }
  await call('POST /api/notifications/seen', { body, token: kenji.token })
  await lastMessage(scene)
  expect(service.to(browser)).toEqual([])
})

test('a write that was made offline sends its message when it arrives, once (R17.7)', async () => {
  const scene = await likedScene()
  const { api, service, mira, postId, browser } = scene
  const { first } = await (await api.send('/api/replica')).json()
  const write = {
    name: '019a0000-0000-7000-8000-000000000000',
    call: 'POST /api/posts/like/:postId',
    params: { postId },
    authorization: mira.token,
  }
  const sync = { since: first.cursor, writes: [write], viewers: [], tokens: [], nonce: 'n' }
  for (let tries = 0; tries < 2; tries++) {
    const { outcomes } = await (await api.post('/api/changes', sync)).json()
    expect(outcomes).toMatchObject([{ status: 201 }])
  }
  await lastMessage(scene)
  expect(service.to(browser)).toHaveLength(1)
})

test('a subscription ends with its session: of the others by a new password, or by logging out elsewhere (R17.10)', async () => {
  const scene = await likedScene()
  const { api, call, service, logIn, subscribe, like, mira, postId, browser } = scene
  // Tokens of one second are one session.
  await api.set({ now: '+5s' })
  const second = await logIn('kenji')
  const other = await service.newBrowser()
  await subscribe(other, second.token)
  await call('POST /api/auth/logout-others', { token: second.token })
  await like(mira.token, postId)
  await expect.poll(() => service.to(other).length).toBe(1)

  await api.set({ now: '+10s' })
  const third = await logIn('kenji')
  const last = await service.newBrowser()
  await subscribe(last, third.token)
  const body = { userData: { password: 'Torque#12' } }
  await call('POST /api/users/edit', { body, token: third.token })
  await like((await logIn('juno')).token, postId)
  await expect.poll(() => service.to(last).length).toBe(1)
  await lastMessage(scene)
  expect(service.to(browser)).toHaveLength(0)
  expect(service.to(other)).toHaveLength(1)
})

test('a subscription ends with a log-out of its session, and those of other sessions stay (R3.32, R17.10)', async () => {
  const scene = await likedScene()
  const { api, call, service, logIn, subscribe, like, mira, kenji, postId, browser } = scene
  await api.set({ now: '+5s' })
  const second = await logIn('kenji')
  const other = await service.newBrowser()
  await subscribe(other, second.token)
  await call('POST /api/auth/logout', { body: { encodedToken: kenji.token } })
  await like(mira.token, postId)
  await expect.poll(() => service.to(other).length).toBe(1)
  await lastMessage(scene)
  expect(service.to(browser)).toHaveLength(0)
})

test('a subscription ends when it is removed, when its token expires, and when another user subscribes there (R17.10)', async () => {
  const scene = await likedScene()
  const { api, service, logIn, subscribe, unsubscribe, writePost, like } = scene
  const { mira, kenji, postId, browser } = scene
  expect((await unsubscribe(browser.endpoint)).status).toBe(200)
  const shared = await service.newBrowser()
  await subscribe(shared, kenji.token)
  await subscribe(shared, mira.token)
  const expired = await service.newBrowser()
  await subscribe(expired, kenji.token)
  await api.set({ now: '+31d' })
  await like((await logIn('juno')).token, postId)
  await lastMessage(scene)
  for (const one of [browser, shared, expired]) expect(service.to(one)).toEqual([])
  // It is removed, and not only waits for its time.
  await api.set({ now: null })
  await like(mira.token, await writePost(kenji.token))
  await lastMessage(scene)
  expect(service.to(expired)).toEqual([])
})

test('a user has ten subscriptions: the oldest gives way (R17.10)', async () => {
  const scene = await likedScene()
  const { service, subscribe, like, mira, kenji, postId, browser } = scene
  const browsers = []
  for (let n = 0; n < 10; n++) {
    const one = await service.newBrowser()
    browsers.push(one)
    await subscribe(one, kenji.token)
  }
  await like(mira.token, postId)
  await expect.poll(() => service.received.length).toBe(10)
  expect(service.to(browser)).toEqual([])
  for (const one of browsers) expect(service.to(one)).toHaveLength(1)
})

test('a subscription that the push service does not know any more is removed', async () => {
  const scene = await likedScene()
  const { service, like, comment, mira, postId, browser } = scene
  service.replies = [{ status: 410 }]
  await like(mira.token, postId)
  await expect.poll(() => service.to(browser).length).toBe(1)
  await lastMessage(scene)
  await comment(mira.token, postId)
  await lastMessage(scene)
  expect(service.to(browser)).toHaveLength(1)
})

test.each([
  ['is busy', { status: 429, headers: { 'Retry-After': '0' } }],
  ['fails', { status: 503 }],
  ['does not reply', 'never'],
] as const)('a message is sent again when the push service %s', async (_, reply) => {
  const { service, like, mira, postId } = await likedScene({ reply: 100 })
  service.replies = [reply, reply]
  await like(mira.token, postId)
  await expect.poll(() => service.received.length).toBe(3)
  const [first, , third] = service.received
  expect(third?.message).toEqual(first?.message)
})

test('it gives up after four tries, and at once when a message is refused', async () => {
  const scene = await likedScene()
  const { service, like, comment, mira, postId, browser } = scene
  service.replies = Array(9).fill({ status: 500 })
  await like(mira.token, postId)
  await expect.poll(() => service.to(browser).length).toBe(4)
  await expect.poll(() => service.replies.length).toBe(5)
  service.replies = [{ status: 413 }]
  await comment(mira.token, postId)
  await lastMessage(scene)
  expect(service.to(browser)).toHaveLength(5)
})

test('no reply waits for a push service that never replies', async () => {
  const { service, like, mira, postId, api, kenji } = await likedScene({ reply: 60_000 })
  service.replies = Array(100).fill('never')
  await like(mira.token, postId)
  await expect.poll(() => service.received.length).toBe(1)
  const headers = { authorization: kenji.token }
  expect((await api.send('/api/notifications', { headers })).status).toBe(200)
  // Neither does the end of the club.
  await api.close()
})

test('replicas and snapshots have no key and no subscription', async () => {
  const { api, browser, kenji } = await likedScene()
  const snapshot = await (await api.send('/api/mock/snapshot')).text()
  const replica = await (await api.send(`/api/replica?viewer=${kenji.userId}`)).text()
  for (const text of [snapshot, replica]) {
    expect(text).toContain('My new exhaust')
    expect(text).not.toContain(browser.endpoint)
    expect(text).not.toMatch(/"push[-./]/)
    expect(text).not.toContain(browser.keys.auth)
  }
})
