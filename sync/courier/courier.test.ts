import { deflateRawSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { picture } from '../../mocks/testing/picture.ts'
import { DEVICES_PATH } from '../../src/contract/devices.ts'
import { listUnsent, putUnsent, removeUnsent } from '../device/unsent.ts'
import { type LocalClub, localClub, localDevice, memoryKeys } from '../lab/devices.ts'
import { decodeBundle, encodeBundle } from './bundle.ts'

const prefer = 'return=minimal'

async function phone(club: LocalClub, member: { user: { _id: string }; token: string }) {
  let isOnline = true
  const line = async (reply: () => Promise<Response>) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return reply()
  }
  const device = localDevice(club, line, undefined, memoryKeys())
  await device.logIn(member.token)
  const { token } = member
  return {
    ...device,
    token,
    userId: member.user._id,
    goOffline: () => {
      isOnline = false
    },
    goOnline: () => {
      isOnline = true
    },
    async post(content: string, imageUrl?: string) {
      const body = { content, imageUrl }
      const { status, data } = await device.call('POST /api/posts', { body, token, prefer })
      expect(status, JSON.stringify(data)).toBe(201)
      return { data }
    },
    async texts() {
      const { data } = await device.call('GET /api/posts', { token })
      return data.posts.map(({ content }) => content)
    },
    async bundle(withPictures = true) {
      const given = await device.give(member.user._id, withPictures)
      if ('problem' in given) {
        const waiting = await device.pending()
        return expect.fail(`${given.problem}: ${Date.now()} ${JSON.stringify(waiting)}`)
      }
      return given.bytes
    },
    carried: async () => (await device.readStatus()).carried,
  }
}

async function meet(...names: string[]) {
  const club = await localClub()
  const members = []
  for (const name of names) members.push(await club.addMember(name))
  const phones = []
  for (const member of members) phones.push(await phone(club, member))
  for (const one of phones) {
    await one.sync()
    one.goOffline()
  }
  const texts = async () =>
    (await club.call('GET /api/posts', { token: members[0]?.token })).data.posts.map(
      ({ content }) => content,
    )
  return { club, texts, members, phones: phones as [Phone, Phone, ...Phone[]] }
}
type Phone = Awaited<ReturnType<typeof phone>>

it('a post is on the other phone at once, and at the club when only that phone has a signal (R16.19)', async () => {
  const { texts, phones } = await meet('mira', 'juno')
  const [mira, juno] = phones
  await mira.post('No signal here')
  expect(await juno.take(await mira.bundle())).toEqual({
    from: 'mira',
    added: 1,
    known: 0,
    refused: 0,
    full: 0,
  })
  expect(await juno.texts()).toEqual(['No signal here'])
  expect(await juno.carried()).toMatchObject([{ username: 'mira', call: 'POST /api/posts' }])
  expect(await texts()).toEqual([])
  juno.goOnline()
  await juno.sync()
  expect(await texts()).toEqual(['No signal here'])
  expect(await juno.carried()).toEqual([])

  mira.goOnline()
  await mira.sync()
  expect(await mira.pending()).toEqual([])
  expect(await texts()).toEqual(['No signal here'])
  expect(await mira.texts()).toEqual(['No signal here'])
})

it('the author learns which phone has the post (R16.21)', async () => {
  const { phones } = await meet('mira', 'juno')
  const [mira, juno] = phones
  await mira.post('Hello')
  await juno.take(await mira.bundle())
  expect((await mira.pending())[0]?.handedOver).toEqual({ at: expect.any(Number) })
  await juno.post('Hello too')
  await mira.take(await juno.bundle())
  expect((await mira.pending())[0]?.handedOver).toMatchObject({ to: 'juno' })
  expect(await mira.texts()).toEqual(['Hello too', 'Hello'])
})

it('what was written comes in its order, and others can answer it before it is at the club', async () => {
  const { club, texts, phones, members } = await meet('mira', 'juno', 'tove')
  const [mira, juno, tove] = phones
  const { data } = await mira.post('First')
  const params = { postId: data.posts[0]?._id ?? '' }
  await mira.call('POST /api/comments/add/:postId', {
    params,
    body: { content: 'Second' },
    token: mira.token,
  })
  await juno.take(await mira.bundle())
  const body = { content: 'Third' }
  await juno.call('POST /api/comments/add/:postId', { params, body, token: juno.token })
  await juno.call('POST /api/posts/like/:postId', { params, token: juno.token })
  await tove?.take(await juno.bundle())
  tove?.goOnline()
  await tove?.sync()
  expect(await texts()).toEqual(['First'])
  const { comments } = (
    await club.call('GET /api/comments/:postId', { params, token: members[0]?.token })
  ).data
  expect(comments.map(({ content }) => content).sort()).toEqual(['Second', 'Third'])
  for (const one of phones) {
    one.goOnline()
    await one.sync()
    expect(await one.pending()).toEqual([])
    expect(await one.carried()).toEqual([])
  }
  for (const one of phones) {
    await one.sync()
    expect(one.contents()).toEqual(club.contents(one.userId))
  }
})

it('a write goes over three phones and not over a fourth (R16.20)', async () => {
  const { phones } = await meet('mira', 'a', 'b', 'c', 'd')
  const [mira, a, b, c, d] = phones
  await mira.post('Far')
  await a.take(await mira.bundle())
  await b?.take((await a.bundle()) as never)
  await c?.take((await b?.bundle()) as never)
  expect(await c?.texts()).toEqual(['Far'])
  expect(await c?.give(c.userId)).toEqual({ problem: 'notGivable' })
  expect(await d?.texts()).toEqual([])
})

it('a picture comes with a file, and is at the club with its post', async () => {
  const { club, texts, phones, members } = await meet('mira', 'juno')
  const [mira, juno] = phones
  const { file, url } = await upload(mira)
  await mira.post('With a picture', url)
  await juno.take(await mira.bundle())
  const shown = await juno.serve(new Request(new URL(url, 'http://club.test')))
  expect((await shown.arrayBuffer()).byteLength).toBe(file.size)
  juno.goOnline()
  await juno.sync()
  expect(await texts()).toEqual(['With a picture'])
  const at = await club.fetch(url)
  expect((await at.arrayBuffer()).byteLength).toBe(file.size)
  const [row] = (await club.call('GET /api/posts', { token: members[0]?.token })).data.posts
  expect(row?.imageUrl).toBe(url)
  mira.goOnline()
  await mira.sync()
  expect(await mira.pending()).toEqual([])
})

it('a post comes without its picture as codes, and the phone keeps it until the picture is there (R16.19)', async () => {
  const { texts, phones } = await meet('mira', 'juno', 'tove')
  const [mira, juno, tove] = phones
  const { url } = await upload(mira)
  const { data } = await mira.post('With a picture', url)
  await mira.post('Without')
  expect(await juno.take(await mira.bundle(false))).toMatchObject({ added: 2 })
  expect(await juno.texts()).toEqual(['Without', 'With a picture'])
  const lacks = [url.split('/').at(-1)]
  expect(await juno.carried()).toMatchObject([{ lacks }, {}])
  const params = { postId: data.posts[0]?._id ?? '' }
  const body = { content: 'An answer' }
  await juno.call('POST /api/comments/add/:postId', { params, body, token: juno.token })
  juno.goOnline()
  await juno.sync()
  expect(await texts()).toEqual(['Without'])
  expect(await juno.carried()).toMatchObject([{ lacks }])
  const [answer] = await juno.pending()
  expect(answer?.error).toBeUndefined()
  expect(answer?.params).toEqual(params)
  await tove?.take(await juno.bundle())
  expect(await tove?.carried()).toMatchObject([{ lacks }, {}])

  expect(await juno.take(await mira.bundle())).toMatchObject({ added: 1, known: 2 })
  await juno.sync()
  expect(await texts()).toEqual(['Without', 'With a picture'])
  for (const one of phones) {
    one.goOnline()
    await one.sync()
    expect(await one.pending()).toEqual([])
    expect(await one.carried()).toEqual([])
  }
})

it('a post that lacks its picture is sent when its author has sent the picture', async () => {
  const { club, texts, phones } = await meet('mira', 'juno')
  const [mira, juno] = phones
  const { url, file } = await upload(mira)
  await mira.post('With a picture', url)
  await juno.take(await mira.bundle(false))
  const key = url.split('/').at(-1)
  await club.call('POST /api/uploads', { body: { file }, token: mira.token, key })
  juno.goOnline()
  await juno.sync()
  expect(await texts()).toEqual(['With a picture'])
  expect(await juno.carried()).toEqual([])
})

async function upload({ call, token }: Phone) {
  const file = picture('png')
  const { data } = await call('POST /api/uploads', { body: { file }, token })
  return { file, url: data.secure_url }
}

it('nothing is handed over before the club has the key of the device', async () => {
  const club = await localClub()
  const { user, token } = await club.addMember('mira')
  const { headers } = await club.fetch('/api/posts')
  const line = async (reply: () => Promise<Response>, url: string) =>
    url.endsWith(DEVICES_PATH) ? new Response('{}', { status: 403, headers }) : reply()
  const device = localDevice(club, line, undefined, memoryKeys())
  await device.logIn(token)
  await device.call('POST /api/posts', { body: { content: 'Hi' }, token, prefer })
  expect(await device.give(user._id)).toEqual({ problem: 'unregistered' })
})

it('a phone that gives nothing says why: nothing waits, only what no other phone may have, or too much for codes (R16.19)', async () => {
  const { members, phones } = await meet('mira', 'juno')
  const [mira] = phones
  const why = async (maxLength?: number) =>
    ({ problem: 'none', ...(await mira.give(mira.userId, false, maxLength)) }).problem
  expect(await why()).toBe('nothing')
  const params = { id: members[1]?.user._id ?? '' }
  await mira.call('POST /api/users/mute/:id', { params, token: mira.token, prefer })
  expect(await why()).toBe('notGivable')
  await mira.post('A long story')
  expect(await why(10)).toBe('tooLong')
  expect(await why()).toBe('none')
})

it('a bundle that was changed, is of another club, or is none at all changes nothing', async () => {
  const { phones } = await meet('mira', 'juno')
  const [mira, juno] = phones
  await mira.post('Mine')
  const { bundle } = (await decodeBundle(await mira.bundle())) ?? expect.fail()
  const change = async (edit: (copy: typeof bundle) => void) => {
    const copy = structuredClone(bundle)
    edit(copy)
    return juno.take(await encodeBundle(copy))
  }
  const write = (copy: typeof bundle) =>
    copy.batches[0]?.writes[0] as { body: unknown; name: string }
  const refused = { added: 0, refused: 1 }
  expect(
    await change((copy) => {
      write(copy).body = { content: 'Yours' }
    }),
  ).toMatchObject(refused)
  expect(
    await change((copy) => {
      write(copy).name = write(copy).name.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    }),
  ).toMatchObject(refused)
  expect(
    await change((copy) => {
      for (const batch of copy.batches) batch.author = juno.userId
    }),
  ).toMatchObject(refused)
  expect(
    await change((copy) => {
      copy.club = 'another'
    }),
  ).toEqual({ problem: 'otherClub' })
  expect(await juno.take(new Uint8Array([1, 2, 3]))).toEqual({ problem: 'unreadable' })
  expect(await juno.texts()).toEqual([])
})

it('a discarded write that was handed over does not come back to its phone', async () => {
  const { texts, phones } = await meet('mira', 'juno')
  const [mira, juno] = phones
  await mira.post('Never mind')
  await juno.take(await mira.bundle())
  const [write] = await mira.pending()
  await mira.discard(write?.name ?? '')
  expect(await mira.take(await juno.bundle())).toMatchObject({ added: 0, known: 1 })
  expect(await mira.texts()).toEqual([])
  juno.goOnline()
  await juno.sync()
  expect(await texts(), 'it cannot be recalled').toEqual(['Never mind'])
})

it('of an author with too many writes the newest give way, and others have their room (R16.20)', async () => {
  const { phones } = await meet('mira', 'juno', 'tove')
  const [mira, juno, tove] = phones
  // Two bundles of a hostile phone, which has made more than it may.
  for (let part = 0; part < 2; part++) {
    for (let n = 0; n < 130; n++) await mira.post(`Spam ${part * 130 + n}`)
    await juno.take(await mira.bundle())
    await mira.database.write(async (tx) => {
      for (const write of await listUnsent(tx)) removeUnsent(tx, write)
    })
  }
  expect(await juno.carried()).toHaveLength(200)
  await tove?.post('Hello')
  expect(await juno.take((await tove?.bundle()) as never)).toMatchObject({ added: 1, full: 0 })
  expect(await juno.carried()).toHaveLength(200)
  expect(await juno.texts()).toContain('Hello')
  expect(await juno.texts()).toContain('Spam 0')
  expect(await juno.texts()).not.toContain('Spam 259')
}, 60_000)

it('a malformed write is refused on the phone, although its author has signed it', async () => {
  const { phones } = await meet('mira', 'juno')
  const [mira, juno] = phones
  await mira.post('Fine')
  await mira.database.write(async (tx) => {
    const [write] = await listUnsent(tx)
    if (!write) return expect.fail()
    for (const [index, body] of [{ content: 5 }, { content: 'x'.repeat(70_000) }, null].entries())
      putUnsent(tx, { ...write, body, name: write.name.replace(/..$/, `0${index}`) })
  })
  expect(await juno.take(await mira.bundle())).toMatchObject({ added: 1, refused: 3 })
  expect(await juno.texts()).toEqual(['Fine'])
})

it('a body that nests so deeply that nothing can hash it is refused', async () => {
  const { phones } = await meet('mira', 'juno')
  const [mira, juno] = phones
  await mira.post('Mine')
  const { bundle } = (await decodeBundle(await mira.bundle())) ?? expect.fail()
  const nested = '['.repeat(200_000) + ']'.repeat(200_000)
  const json = JSON.stringify(bundle).replace('{"content":"Mine"}', nested)
  const packed = deflateRawSync(json)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(packed.length)
  const bytes = new Uint8Array(Buffer.concat([length, packed]))
  expect(await juno.take(bytes)).toMatchObject({ added: 0, refused: 1 })
})

it('a write with the name of a post that is here does not change it', async () => {
  const { club, phones, members } = await meet('mira', 'juno')
  const [mira, juno] = phones
  const token = members[1]?.token
  const post = await club.call('POST /api/posts', { body: { content: 'Theirs' }, token })
  const name = post.data.posts[0]?._id ?? ''
  for (const one of phones) {
    one.goOnline()
    await one.sync()
    one.goOffline()
  }
  await mira.post('Mine')
  await mira.database.write(async (tx) => {
    const [write] = await listUnsent(tx)
    if (write) putUnsent(tx, { ...write, name })
  })
  expect(await juno.take(await mira.bundle())).toMatchObject({ added: 1, known: 1 })
  expect(await juno.texts()).toEqual(['Mine', 'Theirs'])
})

it('writes of a device that was revoked disappear from the phone that carries them', async () => {
  const { club, texts, phones } = await meet('mira', 'juno')
  const [mira, juno] = phones
  await mira.post('From a stolen phone')
  await juno.take(await mira.bundle())
  const headers = { authorization: `Bearer ${mira.token}` }
  const list = await (await club.fetch(DEVICES_PATH, { headers })).json()
  const body = JSON.stringify({ kid: list.devices[0].kid })
  await club.fetch(DEVICES_PATH, { method: 'DELETE', headers, body })
  juno.goOnline()
  await juno.sync()
  expect(await texts()).toEqual([])
  expect(await juno.texts()).toEqual([])
  expect(await juno.carried()).toEqual([])
  mira.goOnline()
  await mira.sync()
  mira.goOffline()
  await mira.post('Another')
  expect(await mira.give(mira.userId)).toEqual({ problem: 'removed' })
})

it('a phone that answers a post of another, and has a signal first, sends both', async () => {
  const { club, texts, phones, members } = await meet('mira', 'juno')
  const [mira, juno] = phones
  const { data } = await mira.post('First')
  const params = { postId: data.posts[0]?._id ?? '' }
  await juno.take(await mira.bundle())
  const body = { content: 'Second' }
  await juno.call('POST /api/comments/add/:postId', { params, body, token: juno.token })
  juno.goOnline()
  await juno.sync()
  expect(await texts()).toEqual(['First'])
  const of = await club.call('GET /api/comments/:postId', { params, token: members[0]?.token })
  expect(of.data.comments.map(({ content }) => content)).toEqual(['Second'])
  expect(await juno.pending()).toEqual([])
})

/** A phone that has taken a post uses its name for a request of its own, before the true one is at the club. */
async function squatted(request: 'post' | 'picture' | 'sign-up') {
  const scene = await meet('mira', 'juno', 'thief')
  const { club, phones, members } = scene
  const [mira, juno] = phones
  const { data } = await mira.post('True')
  const params = { postId: data.posts[0]?._id ?? '' }
  const body = { content: 'A comment on it' }
  await mira.call('POST /api/comments/add/:postId', { params, body, token: mira.token })
  await juno.take(await mira.bundle())
  const key = params.postId
  const token = members[2]?.token
  const { status } =
    request === 'post'
      ? await club.call('POST /api/posts', { body: { content: 'Thief' }, token, key })
      : request === 'picture'
        ? await club.call('POST /api/uploads', { body: { file: picture('png') }, token, key })
        : await club.call('POST /api/auth/signup', {
            body: { username: 'second', password: 'Torque#1', name: 'Second' },
            key,
          })
  expect(status).toBeLessThan(300)
  const everything = async () => {
    const posts = (await club.call('GET /api/posts', { token })).data.posts
    const own = posts.find(({ content }) => content === 'True')
    const other = posts.find(({ content }) => content === 'Thief')
    const commentsOf = async (postId: string) =>
      (await club.call('GET /api/comments/:postId', { params: { postId }, token })).data.comments
    return {
      own,
      posts: posts.length,
      comments: own ? (await commentsOf(own._id)).map(({ content }) => content) : [],
      others: other ? await commentsOf(other._id) : [],
    }
  }
  return { ...scene, mira, juno, params, everything, key }
}

for (const request of ['post', 'picture', 'sign-up'] as const) {
  it(`a write whose name another user's ${request} has taken is refused with all about it, and is done once when it is tried again (R16.20)`, async () => {
    const { club, mira, juno, everything, key } = await squatted(request)
    const first = await mira.bundle()
    for (const one of [mira, juno]) one.goOnline()
    await juno.sync()
    expect(await juno.carried()).toEqual([])
    await mira.sync()
    await juno.take(first)
    await juno.sync()
    expect(await everything()).toMatchObject({ posts: request === 'post' ? 1 : 0, others: [] })
    const refused = await mira.pending()
    expect(refused).toMatchObject([
      { error: expect.stringContaining('Idempotency-Key') },
      { error: expect.stringContaining('refused') },
    ])
    // The answer can't be done before the post.
    for (const { name } of refused.toReversed()) await mira.retry(name)
    for (const { name, error } of await mira.pending()) if (error) await mira.retry(name)
    await mira.sync()
    expect(await mira.pending()).toEqual([])
    expect(await everything()).toMatchObject({
      own: { username: 'mira' },
      posts: request === 'post' ? 2 : 1,
      comments: ['A comment on it'],
      others: [],
    })
    expect((await everything()).own?._id).not.toBe(key)
    for (const one of [mira, juno]) {
      await one.sync()
      expect(one.contents()).toEqual(club.contents(one.userId))
    }
  })
}

it('a write whose name is taken is refused also after everything was copied again', async () => {
  const { club, mira, everything } = await squatted('post')
  await club.forgetLog()
  await club.restart()
  mira.goOnline()
  await mira.sync()
  expect(await mira.pending()).toMatchObject([
    { error: expect.any(String) },
    { error: expect.any(String) },
  ])
  expect(await everything()).toMatchObject({ posts: 1, others: [] })
})

it('an answer to a post whose name was taken is reported, and not put below the other post', async () => {
  const { juno, params, everything } = await squatted('post')
  const body = { content: 'An answer' }
  await juno.call('POST /api/comments/add/:postId', { params, body, token: juno.token })
  juno.goOnline()
  await juno.sync()
  expect(await juno.pending()).toMatchObject([{ error: expect.stringContaining('post') }])
  expect((await everything()).others).toEqual([])
})

it('a write that another phone delivers again a day later is the same', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { texts, phones } = await meet('mira', 'juno', 'tove')
  const [mira, juno, tove] = phones
  await mira.post('Once')
  for (const one of [juno, tove]) await one?.take(await mira.bundle())
  juno.goOnline()
  await juno.sync()
  vi.setSystemTime(Date.now() + 25 * 3_600_000)
  await tove?.post('Mine')
  for (const one of [tove, mira, juno]) {
    one?.goOnline()
    await one?.sync()
    expect((await texts()).sort()).toEqual(['Mine', 'Once'])
  }
  expect(await mira.pending()).toEqual([])
})
