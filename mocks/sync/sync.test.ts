import { expect, it } from 'vitest'
import { testClub, testDevice } from '../testing/sync.ts'

async function scene() {
  const club = await testClub()
  const { user, token } = await club.signUp('mira')
  let online = true
  const device = testDevice(club, async (reply) => {
    if (!online) throw new TypeError('Failed to fetch')
    return reply()
  })
  await device.sync()
  const goOffline = () => {
    online = false
  }
  const goOnline = () => {
    online = true
  }
  return { club, device, user, token, goOffline, goOnline }
}

it('a new replica equals the data of the club', async () => {
  const { club, device } = await scene()
  expect(device.contents()).toEqual(club.contents())
  expect(Object.keys(device.contents())).not.toHaveLength(0)
})

it('a post that was written without a network reaches the club with the same id and time', async () => {
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
  const sent = await club.call('GET /api/posts/:postId', { params: { postId: post?._id ?? '' } })
  expect(sent.data.post).toEqual({ ...post, id: '1' })
  expect(device.contents()).toEqual(club.contents())
})
