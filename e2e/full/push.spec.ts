// Notifications while the app is closed (R17.8): the club sends them to a push service on this machine.
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import type { Club } from '../support/club.ts'
import { expect, writePost } from '../support/fixtures.ts'
import {
  clickNotification,
  deliver,
  pushSwitch,
  shownNotifications,
  test,
} from '../support/push.ts'

/** Calls of the club by mira. */
async function mira({ url }: Club) {
  const send = async (path: string, body?: object, token?: string) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { authorization: token }) }
    const init = { method: 'POST', headers, body: body && JSON.stringify(body) }
    const response = await fetch(url + path, init)
    expect(response.ok, path).toBe(true)
    return response.json()
  }
  const body = { username: 'mira', password: seedPasswords.mira }
  const { encodedToken } = await send('/api/auth/login', body)
  const { posts } = await (await fetch(`${url}/api/posts?limit=1`)).json()
  return {
    postId: posts[0]._id as string,
    like: () => send(`/api/posts/like/${posts[0]._id}`, undefined, encodedToken),
    comment: (content: string) =>
      send(`/api/comments/add/${posts[0]._id}`, { content }, encodedToken),
  }
}

test('a like reaches a phone on which it is turned on, and a click opens the post', async ({
  guest,
  club,
  service,
}) => {
  await writePost(guest, 'My new exhaust')
  await guest.goto(`${club.url}/settings`)
  await expect(pushSwitch(guest)).not.toBeChecked()
  await pushSwitch(guest).click()
  await expect(pushSwitch(guest)).toBeChecked()
  await guest.reload()
  await expect(pushSwitch(guest)).toBeChecked()

  const { like, postId } = await mira(club)
  await like()
  await expect.poll(() => service.received.length).toBe(1)
  await deliver(guest, service.received[0]?.message ?? '')
  await expect
    .poll(() => shownNotifications(guest))
    .toEqual([
      {
        title: 'Mira Okafor likes your post',
        body: 'My new exhaust',
        tag: `like-${postId}`,
        silent: true,
        url: `${club.url}/post/${postId}`,
      },
    ])
  await clickNotification(guest)
  await expect(guest).toHaveURL(`${club.url}/post/${postId}`)
  await expect(guest.getByRole('heading', { name: 'Post by guest' })).toBeVisible()
  expect(await shownNotifications(guest)).toEqual([])
})
