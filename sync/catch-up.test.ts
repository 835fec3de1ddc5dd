import { expect, it, onTestFinished, vi } from 'vitest'
import { LOG_END, type LogPlace, logRows } from '../mocks/store/log.ts'
import { saveToken } from './device/unsent.ts'
import { type LocalClub, localClub, localDevice } from './lab/devices.ts'

const HOUR = 3_600_000

/** An hour ago: a club, and a phone that has a copy of it and counts its requests. */
async function meet() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR })
  onTestFinished(() => void vi.useRealTimers())
  const club = await localClub()
  const { user, token } = await club.addMember('mira')
  const counted = { requests: 0 }
  const device = localDevice(club, (reply) => {
    counted.requests += 1
    return reply()
  })
  await device.logIn(token)
  await device.sync()
  counted.requests = 0
  return { club, device, counted, userId: user._id, token }
}

/** Adds writes to the log, an hour later. */
async function writeMany({ database }: LocalClub, count: number): Promise<void> {
  await database.write(async (tx) => {
    const [end] = await tx.entries.read([LOG_END])
    for (let n = 1; n <= count; n++) {
      const rows = logRows((end as LogPlace).n + n, [{ keys: ['posts.id/0'] }])
      for (const [key, value] of rows) tx.entries.set(key, value)
    }
  })
  vi.setSystemTime(Date.now() + HOUR)
}

it('a phone that has missed a few thousand writes reads them', async () => {
  const { club, device, counted, userId, token } = await meet()
  await club.call('POST /api/posts', { body: { content: 'Meanwhile' }, token })
  await writeMany(club, 4_000)
  await device.sync()
  expect(counted.requests).toBeGreaterThanOrEqual(5)
  expect(device.contents()).toEqual(club.contents(userId))
})

it('what was written more than a month ago and never sent arrives with what refers to it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 40 * 24 * HOUR })
  onTestFinished(() => void vi.useRealTimers())
  const club = await localClub()
  const { user, token } = await club.addMember('mira')
  let isOffline = false
  const device = localDevice(club, (reply) =>
    isOffline ? Promise.reject(new TypeError('Failed to fetch')) : reply(),
  )
  await device.logIn(token)
  isOffline = true
  const { data } = await device.call('POST /api/posts', {
    body: { content: 'Plate: B-X 1' },
    token,
  })
  const params = { postId: data.posts[0]?._id ?? '' }
  await device.call('POST /api/posts/edit/:postId', { params, body: { content: 'Edited' }, token })
  const body = { content: 'A comment' }
  await device.call('POST /api/comments/add/:postId', { params, body, token })
  vi.setSystemTime(Date.now() + 40 * 24 * HOUR)
  isOffline = false
  const again = await club.logIn(user)
  await device.database.write(async (tx) => saveToken(tx, user._id, again))
  await device.sync()
  expect(await device.pending()).toEqual([])
  const { posts } = (await club.call('GET /api/posts')).data
  expect(posts).toMatchObject([{ content: 'Edited', comments: [{ content: 'A comment' }] }])
  expect(device.contents()).toEqual(club.contents(user._id))
})

it('a phone that has missed more than that copies the club again, in a few requests, and loses no write', async () => {
  const { club, device, counted, userId, token } = await meet()
  await device.call('POST /api/posts', { body: { content: 'Mine' }, token })
  await club.call('POST /api/posts', { body: { content: 'Meanwhile' }, token })
  await writeMany(club, 40_000)
  await device.sync()
  expect(counted.requests).toBeLessThanOrEqual(4)
  expect(await device.pending()).toEqual([])
  expect(device.contents()).toEqual(club.contents(userId))
})
