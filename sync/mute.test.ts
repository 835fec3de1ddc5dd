import { expect, it } from 'vitest'
import { CHANGES_PATH, REPLICA_PATH } from '../src/contract/changes.ts'
import { ownerOf } from './entries.ts'
import { localClub, localDevice } from './lab/devices.ts'

/** A club where juno mutes mira, and a device of juno. */
async function scene() {
  const club = await localClub()
  const [juno, mira] = [await club.addMember('juno'), await club.addMember('mira')]
  const device = localDevice(club)
  await device.logIn(juno.token)
  const params = { id: mira.user._id }
  const mutedHere = async (one = device) =>
    (await one.call('GET /api/users/muted', { token: juno.token })).data.users.length
  return { club, device, juno, mira, params, mutedHere }
}

/** What a request with these ids and tokens gets: the first part of a copy, and the changes after it. */
async function readAs(
  { fetch }: Awaited<ReturnType<typeof scene>>['club'],
  viewer: string,
  tokens: string[],
): Promise<string> {
  const copy = await fetch(`http://club.test${REPLICA_PATH}?viewer=${viewer}`, {
    headers: tokens.length > 0 ? { 'Viewer-Tokens': tokens.join() } : {},
  })
  return copy.text()
}

it('devices of a user know whom they mute, also if it was done on another one or offline', async () => {
  const { club, device, juno, params, mutedHere } = await scene()
  const second = localDevice(club)
  await second.logIn(juno.token)
  await device.call('POST /api/users/mute/:id', { params, token: juno.token })
  expect(await mutedHere()).toBe(1)
  await device.sync()
  await second.sync()
  expect(await mutedHere(second)).toBe(1)
  const third = localDevice(club)
  await third.logIn(juno.token)
  expect(third.contents()).toEqual(club.contents(juno.user._id))
})

it('a mute is not sent to others, even if they claim to be a device of that user (R17.11)', async () => {
  const { club, juno, mira, params } = await scene()
  const empty = { writes: [], viewers: [juno.user._id], nonce: '' }
  const { first } = JSON.parse(await readAs(club, juno.user._id, []))
  await club.call('POST /api/users/mute/:id', { params, token: juno.token })
  const changes = async (tokens: string[]) => {
    const body = JSON.stringify({ ...empty, since: first.cursor, tokens })
    const init = { method: 'POST', body }
    return (await club.fetch(`http://club.test${CHANGES_PATH}`, init)).text()
  }
  const [header = '', claims = '', signature = ''] = juno.token.split('.')
  const forged = [header, claims, signature.split('').toReversed().join('')].join('.')
  for (const tokens of [[], [mira.token], [forged]]) {
    expect(await readAs(club, juno.user._id, tokens)).not.toContain('/muted/')
    expect(await changes(tokens)).not.toContain('/muted/')
  }
  expect(await readAs(club, juno.user._id, [juno.token])).toContain('/muted/')
  expect(await changes([juno.token])).toContain('/muted/')
})

it('a device that had no token for a while knows after the next log-in whom its user mutes', async () => {
  const { club, device, juno, params, mutedHere } = await scene()
  await device.logOut(juno.user)
  await club.call('POST /api/users/mute/:id', { params, token: await club.logIn(juno.user) })
  await device.sync()
  expect(JSON.stringify(device.contents())).not.toContain('/muted/')
  await device.logIn(await club.logIn(juno.user))
  await device.sync()
  expect(await mutedHere()).toBe(1)
  expect(device.contents()).toEqual(club.contents(juno.user._id))
})

it('after a log-out, a device has neither whom its user mutes nor their notifications', async () => {
  const { club, juno, mira, params } = await scene()
  let isOffline = false
  const device = localDevice(club, (reply) =>
    isOffline ? Promise.reject(new TypeError('Failed to fetch')) : reply(),
  )
  await device.logIn(juno.token)
  const body = { content: 'Hello @juno' }
  await club.call('POST /api/posts', { body, token: mira.token })
  await club.call('POST /api/users/mute/:id', { params, token: juno.token })
  await device.sync()
  await device.logIn(mira.token)
  const own = () =>
    Object.keys(device.stored()).filter(
      (key) => ownerOf(key.replace('base/', '')) === juno.user._id,
    )
  expect(own().map((key) => key.split('/')[0])).toEqual(
    expect.arrayContaining(['lists', 'order', 'notifications', 'notifications.order']),
  )
  isOffline = true
  await device.call('POST /api/posts', { body: { content: 'Again, @juno' }, token: mira.token })
  await device.logOut(juno.user)
  expect(own()).toEqual([])
  expect(await device.pending()).toHaveLength(1)
})

it('a device copies again when its user logs in again, as after a session that was ended elsewhere', async () => {
  const club = await localClub()
  const copies: string[] = []
  const device = localDevice(club, (reply, url) => {
    if (url.includes(REPLICA_PATH)) copies.push(url)
    return reply()
  })
  const body = { username: 'tove', password: 'Torque#1', name: 'Tove' }
  await device.call('POST /api/auth/signup', { body })
  await device.sync()
  expect(copies).toHaveLength(1)
  expect((await device.call('POST /api/auth/login', { body })).status).toBe(200)
  await device.sync()
  await device.sync()
  expect(copies).toHaveLength(2)
})

it('a muted person who likes while muted, or is not among the people remembered, is not counted on a device either (R6.7)', async () => {
  const { club, device, juno, mira, params } = await scene()
  const others = []
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) others.push(await club.addMember(name))
  const [first = juno] = others
  const postId = async (content: string) => {
    const { data } = await device.call('POST /api/posts', { body: { content }, token: juno.token })
    await device.sync()
    return data.posts[0]?._id ?? ''
  }
  const like = (post: string, { token }: { token: string }, name = 'like') =>
    club.call(`POST /api/posts/${name as 'like'}/:postId`, { params: { postId: post }, token })
  const [many, few] = [await postId('Many'), await postId('Few')]
  const query = '?limit=20'
  const counts = async () => {
    await device.sync()
    const read = async ({ call }: Pick<typeof device, 'call'>) =>
      (await call('GET /api/notifications', { token: juno.token, query })).data.notifications.map(
        ({ postId, count }) => [postId === many ? 'many' : 'few', count],
      )
    const [here, there] = [await read(device), await read(club)]
    expect(here).toEqual(there)
    return Object.fromEntries(here)
  }
  await like(many, mira)
  for (const other of others) await like(many, other)
  expect(await counts()).toEqual({ many: 7 })
  await club.call('POST /api/users/mute/:id', { params, token: juno.token })
  expect(await counts(), 'not remembered').toEqual({ many: 6 })
  await like(few, mira)
  expect(await counts(), 'nobody is notified').toEqual({ many: 6 })
  await like(few, first)
  expect(await counts(), 'liked before the first who counts').toEqual({ many: 6, few: 1 })
  await like(many, mira, 'dislike')
  expect(await counts()).toEqual({ many: 6, few: 1 })
  await like(many, mira)
  expect(await counts(), 'liked while muted').toEqual({ many: 6, few: 1 })
  const second = localDevice(club)
  await second.logIn(juno.token)
  const { data } = await second.call('GET /api/notifications', { token: juno.token, query })
  expect(data.notifications.map(({ count }) => count)).toEqual([1, 6])
  expect(second.contents()).toEqual(club.contents(juno.user._id))
  await club.call('POST /api/users/unmute/:id', { params, token: juno.token })
  expect(await counts()).toEqual({ many: 7, few: 2 })
  expect(device.contents()).toEqual(club.contents(juno.user._id))
})
