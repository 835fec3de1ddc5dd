// Notifications while the app is closed (R17.8): the club sends them to a push service on this machine.
// When a subscription ends: server/push/push.test.ts.
import type { PushMessage } from '../../src/contract/push.ts'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import type { Club } from '../support/club.ts'
import { expect, writePost } from '../support/fixtures.ts'
import {
  blockNotifications,
  clickNotification,
  deliver,
  pushSwitch,
  shownNotifications,
  test,
  turnPushOn,
} from '../support/push.ts'

/** Calls of the club by mira. */
async function mira({ url }: Club) {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  const send = async (path: string, body = {}) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(url + path, init)
    expect(response.ok, path).toBe(true)
    return response.json()
  }
  const login = { username: 'mira', password: seedPasswords.mira }
  headers.authorization = (await send('/api/auth/login', login)).encodedToken
  const { posts } = await (await fetch(`${url}/api/posts?limit=1`)).json()
  return {
    postId: posts[0]._id as string,
    like: () => send(`/api/posts/like/${posts[0]._id}`),
    follow: () => send(`/api/users/follow/${posts[0].userId}`),
  }
}

function message(changed: Partial<PushMessage['notification']>): PushMessage {
  const same = { body: '', navigate: '/', tag: 'like', lang: 'en', dir: 'auto' } as const
  return { web_push: 8030, notification: { title: 'New', ...same, ...changed }, app_badge: '1' }
}

test('on, off, and logged out (R17.8, R17.9, R17.10)', async ({ guest, club, service }) => {
  test.slow()
  await writePost(guest, 'My new exhaust')
  await turnPushOn(guest, club)
  await guest.reload()
  await expect(pushSwitch(guest)).toBeChecked()

  const { like, postId } = await mira(club)
  await like()
  await expect.poll(() => service.received.length).toBe(1)
  await deliver(guest, service.received[0]?.message ?? '')
  const shown = { title: 'Mira Okafor likes your post', body: 'My new exhaust', silent: true }
  const url = `${club.url}/post/${postId}`
  await expect
    .poll(() => shownNotifications(guest))
    .toEqual([{ ...shown, tag: `like-${postId}`, url }])
  await clickNotification(guest)
  await expect(guest).toHaveURL(url)
  await expect(guest.getByRole('heading', { name: 'Post by Guest Driver' })).toBeVisible()
  expect(await shownNotifications(guest)).toEqual([])

  await guest.goto(`${club.url}/settings`)
  const ended = guest.waitForResponse(
    (reply) => reply.request().method() === 'DELETE' && reply.url().includes('/api/push'),
  )
  await pushSwitch(guest).click()
  await expect(pushSwitch(guest)).not.toBeChecked()
  expect((await ended).ok()).toBe(true)

  await deliver(guest, message({}))
  await expect.poll(() => shownNotifications(guest)).toHaveLength(1)
  await guest.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  await expect(guest.getByLabel('Username')).toBeVisible()
  await expect.poll(() => shownNotifications(guest)).toEqual([])
})

test('messages replace, close and open (R17.9)', async ({ guest, club }) => {
  test.slow()
  await deliver(guest, 'x')
  await expect
    .poll(() => shownNotifications(guest))
    .toMatchObject([{ title: 'Gearheads', body: 'You have new notifications.' }])
  await deliver(guest, message({ title: 'Mira likes your post' }))
  await deliver(guest, message({ title: 'Mira and Juno like your post' }))
  await deliver(guest, message({ title: 'Kenji follows you', tag: 'follow' }))
  const titles = async () => (await shownNotifications(guest)).map(({ title }) => title).sort()
  const shown = ['Gearheads', 'Kenji follows you', 'Mira and Juno like your post']
  await expect.poll(titles).toEqual(shown)
  await guest.goto(`${club.url}/notifications`)
  await expect.poll(titles).toEqual([])

  const context = guest.context()
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const { clients } = globalThis as unknown as { clients: object }
    // Only after a click of the user, the browser would open one.
    Object.assign(clients, {
      openWindow: async (url: string) => Object.assign(globalThis, { opened: url }),
    })
  })
  let page = guest
  for (const [path, opened] of [
    ['/notifications', '/notifications'],
    ['https://elsewhere.test/login', ''],
  ] as const) {
    const navigate = new URL(path, club.url).href
    await deliver(page, message({ navigate }))
    await expect.poll(() => shownNotifications(page)).toMatchObject([{ url: navigate }])
    await page.close()
    await clickNotification(page)
    const url = () => worker?.evaluate(() => (globalThis as { opened?: string }).opened)
    await expect.poll(url).toBe(club.url + opened)
    page = await context.newPage()
    await page.goto(club.url)
  }
})

test('the worker subscribes again', async ({ guest, club, service }) => {
  await writePost(guest, 'My new exhaust')
  await turnPushOn(guest, club)
  const renewed = await service.newBrowser()
  const [worker] = guest.context().serviceWorkers()
  await worker?.evaluate((subscription) => {
    Object.assign(PushManager.prototype, { subscribe: async () => subscription })
    const scope = globalThis as unknown as { ExtendableEvent: typeof Event }
    dispatchEvent(new scope.ExtendableEvent('pushsubscriptionchange'))
  }, renewed)
  const { like, follow } = await mira(club)
  await like()
  await expect.poll(() => service.received.length).toBeGreaterThan(0)
  await follow()
  const tags = () => service.to(renewed).map((one) => one.message.notification.tag)
  await expect.poll(tags).toContain('follow')
})

test('why it is not available (R17.8)', async ({ guest, club, expectErrors }) => {
  test.slow()
  expectErrors(/ERR_INTERNET_DISCONNECTED|Network Error|AbortError/)
  await guest.goto(`${club.url}/settings`)
  await expect(pushSwitch(guest)).toBeEnabled()
  await guest.context().setOffline(true)
  await pushSwitch(guest).click()
  await expect(guest.getByText("Notifications couldn't be turned on.").first()).toBeVisible()
  await expect(pushSwitch(guest)).not.toBeChecked()
  await guest.context().setOffline(false)

  const allow = await blockNotifications(guest)
  await guest.goto(`${club.url}/settings`)
  await expect(pushSwitch(guest)).toBeDisabled()
  await expect(guest.getByText('Your browser blocks notifications of this site.')).toBeVisible()
  await allow()
  await expect(pushSwitch(guest)).toBeEnabled()

  for (const [standalone, text] of [
    [undefined, "This browser can't show notifications while Gearheads is closed."],
    [false, 'put Gearheads on your home screen first'],
  ] as const) {
    const page = await guest.context().newPage()
    await page.addInitScript((isInstalled) => {
      Reflect.deleteProperty(window, 'PushManager')
      Object.assign(navigator, { standalone: isInstalled })
    }, standalone)
    await page.goto(`${club.url}/settings`)
    await expect(page.getByText(text)).toBeVisible()
    await expect(pushSwitch(page)).toBeDisabled()
    await page.close()
  }
})
