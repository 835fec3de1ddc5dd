import { expect, test } from 'vitest'
import { emptyDataSet } from '../mocks/seed/data-set.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { type LocalClub, localClub, localDevice } from './lab/devices.ts'

const { status: REFUSED, text: REFUSAL } = apiErrors.notRegistered

/** A club for members only with a post of Mira, and her phone, whose line can fail. */
async function scene() {
  const club = await localClub({ membersOnly: true }, emptyDataSet(), {
    posts: 2,
    comments: 1,
    users: 9,
  })
  const { user, token } = await club.addMember('mira')
  for (const content of ['One', 'Two', 'Three'])
    await club.call('POST /api/posts', { body: { content }, token })
  let online = true
  const device = deviceOf(club, () => online)
  await device.logIn(token)
  const setOnline = (is: boolean) => {
    online = is
  }
  const read = (as: string) => device.call('GET /api/posts', { token: as })
  return { club, device, user, token, read, setOnline }
}

function deviceOf(club: LocalClub, isOnline: () => boolean) {
  return localDevice(club, async (reply) =>
    isOnline() ? reply() : Promise.reject(new TypeError('Failed to fetch')),
  )
}

const write = { body: { content: 'From the field' } }

test('a member has a copy in several parts, and what others write arrives', async () => {
  const { club, device, user, token } = await scene()
  expect(device.contents()).toEqual(club.contents(user._id))
  expect((await device.readStatus()).replica).toMatchObject({ posts: 3, floor: undefined })
  await club.call('POST /api/posts', { body: { content: 'Four' }, token })
  await device.sync()
  expect(device.contents()).toEqual(club.contents(user._id))
})

test('a device shows nothing without the session of a member, with a network and without (R3.27)', async () => {
  const { device, read, token, setOnline } = await scene()
  setOnline(false)
  expect((await read(token)).status).toBe(200)
  expect((await read('')).status, 'no reply').toBe(0)
  setOnline(true)
  expect(await read('')).toMatchObject({ status: REFUSED, error: [REFUSAL] })
  expect(await read(`${token}x`)).toMatchObject({ status: REFUSED })
  expect((await device.readStatus()).replica).toBeDefined()
})

test('the next sync after a suspension removes the copy, and keeps what was not sent (R3.27)', async () => {
  const { club, device, user, token, read, setOnline } = await scene()
  setOnline(false)
  await device.call('POST /api/posts', { ...write, token })
  await club.suspend(user)
  expect((await read(token)).data.posts).toHaveLength(4)
  setOnline(true)
  await device.sync()
  expect(device.contents()).toEqual({})
  expect(JSON.stringify(device.stored())).not.toContain('Three')
  expect(await device.pending()).toHaveLength(1)
  expect(await device.readStatus()).toMatchObject({ needLogIn: [user._id], replica: undefined })
  expect(device.published.at(-1)).toEqual({ by: '', changes: undefined })
  expect(await read(token)).toMatchObject({ status: REFUSED })
})

test('after a new log-in, the copy is back, and what waited is sent', async () => {
  const { club, device, user: mira, setOnline } = await scene()
  const juno = { username: 'juno', password: 'Torque#1' }
  const joining = club.call('POST /api/auth/signup', { body: { ...juno, name: 'Juno' } })
  const { createdUser: user, encodedToken: token } = (await joining).data
  await device.logIn(token)
  await device.logOut(mira)
  setOnline(false)
  await device.call('POST /api/posts', { ...write, token })
  await club.suspend(user)
  setOnline(true)
  await device.sync()
  expect((await device.call('POST /api/auth/login', { body: juno })).status).toBe(200)
  await device.sync()
  expect(await device.pending()).toEqual([])
  expect(Object.values(device.contents())).toContainEqual(
    expect.objectContaining({ content: 'From the field' }),
  )
  expect(device.contents()).toEqual(club.contents(user._id))
})

test('the log-out of the last user removes the copy, also without a network (R3.27)', async () => {
  const { device, user, setOnline } = await scene()
  setOnline(false)
  await device.logOut(user)
  expect(device.contents()).toEqual({})
  expect(JSON.stringify(device.stored())).not.toContain('Three')
})

test('the log-out of one of two users leaves the copy to the other', async () => {
  const { club, device, user, token, read, setOnline } = await scene()
  const juno = await club.addMember('juno')
  await device.logIn(juno.token)
  await device.logOut(user)
  setOnline(false)
  expect((await read(juno.token)).data.posts).toHaveLength(3)
  expect(token).not.toBe(juno.token)
  await device.logOut(juno.user)
  expect(device.contents()).toEqual({})
})

test('the suspension of one of two users leaves the copy to the other, whose writes are sent', async () => {
  const { club, device, user, token, setOnline } = await scene()
  const juno = await club.addMember('juno')
  await device.logIn(juno.token)
  setOnline(false)
  await device.call('POST /api/posts', { ...write, token })
  await device.call('POST /api/posts', { body: { content: 'Of Juno' }, token: juno.token })
  await club.suspend(user)
  setOnline(true)
  await device.sync()
  expect(await device.readStatus()).toMatchObject({ needLogIn: [user._id] })
  const { data } = await club.call('GET /api/posts', { token: juno.token })
  const contents = data.posts.map(({ content }) => content).sort()
  expect(contents).toEqual(['Of Juno', 'One', 'Three', 'Two'])
})

test('a public club leaves the copy on the phone after a log-out', async () => {
  const club = await localClub()
  const { user, token } = await club.addMember('mira')
  await club.call('POST /api/posts', { ...write, token })
  const device = deviceOf(club, () => true)
  await device.logIn(token)
  await device.logOut(user)
  expect(JSON.stringify(device.stored())).toContain('From the field')
})
