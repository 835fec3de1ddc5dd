import { expect, it } from 'vitest'
import { CHANGES_PATH } from '../src/contract/changes.ts'
import { localClub, localDevice } from './lab/devices.ts'

const body = { reason: 'insult' as const, text: 'He means me' }

/** A club where mira has a post, and a device of juno whose line can fail. */
async function scene() {
  const club = await localClub()
  const [juno, mira] = [await club.addMember('juno'), await club.addMember('mira')]
  const written = { body: { content: 'You fool' }, token: mira.token }
  const postId = (await club.call('POST /api/posts', written)).data.posts[0]?._id ?? ''
  const params = { postId }
  let loses = false
  const device = localDevice(club, async (reply, url) => {
    const response = await reply()
    if (loses && url.includes(CHANGES_PATH)) throw new TypeError('Failed to fetch')
    return response
  })
  await device.logIn(juno.token)
  const report = (one = device) =>
    one.call('POST /api/posts/report/:postId', { params, body, token: juno.token })
  const lose = (next: boolean) => {
    loses = next
  }
  return { club, device, juno, mira, params, report, lose }
}

it('a report waits on the device, and reaches the club once, although the reply is lost (R18.7)', async () => {
  const { club, device, mira, juno, report, lose } = await scene()
  expect((await report()).data).toEqual({ reported: true })
  expect(await device.pending()).toMatchObject([{ call: 'POST /api/posts/report/:postId' }])
  expect(await club.readReports()).toEqual([])
  lose(true)
  await expect(device.sync()).rejects.toThrow()
  expect(await device.pending()).toHaveLength(1)
  lose(false)
  await device.wake('person')
  expect(await device.pending()).toEqual([])
  expect(await club.readReports()).toMatchObject([
    { reporterId: juno.user._id, userId: mira.user._id, text: 'He means me' },
  ])
})

it('no device has a report, not even that of its reporter (R18.3)', async () => {
  const { club, device, mira, report } = await scene()
  const other = localDevice(club)
  await other.logIn(mira.token)
  await report()
  await device.sync()
  await other.sync()
  const third = localDevice(club)
  await third.logIn(mira.token)
  expect(await club.readReports()).toHaveLength(1)
  for (const one of [device, other, third])
    expect(JSON.stringify(one.stored())).not.toMatch(/"reports?[/.]|He means me/)
})

it('a report that the club has already, from another device of the user, is done (R18.7)', async () => {
  const { club, device, juno, report } = await scene()
  const second = localDevice(club)
  await second.logIn(juno.token)
  await report()
  await report(second)
  await device.sync()
  await second.sync()
  expect(await second.pending()).toEqual([])
  expect(await club.readReports()).toHaveLength(1)
})

it('a report of a post that is gone is refused with the text of the club', async () => {
  const { club, device, mira, params, report } = await scene()
  await report()
  await club.call('DELETE /api/posts/:postId', { params, token: mira.token })
  await device.sync()
  expect(await device.pending()).toMatchObject([
    { error: "This post doesn't exist. It may have been deleted." },
  ])
  expect(await club.readReports()).toEqual([])
})
