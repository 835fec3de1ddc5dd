// What others did that concerns the viewer (R17).
import type { Page } from 'playwright/test'
import { as } from '../support/as-user.ts'
import { expect, logInAsGuest, test, writePost } from '../support/fixtures.ts'
import { failNext, newestPost, setMock } from '../support/mock.ts'
import { DESKTOP, PHONE, setTextSize } from '../support/screens.ts'
import { scrollToReach } from '../support/scroll.ts'

const bell = (page: Page) => page.getByRole('link', { name: /^Notifications/ })
const rows = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')

test('the bell and the list (R17.1 to R17.5)', async ({ page, expectErrors }) => {
  expectErrors(/503|Failed to load resource|response/)
  await page.setViewportSize(DESKTOP)
  await logInAsGuest(page)
  await expect(bell(page)).toHaveAccessibleName('Notifications 1 new')
  await writePost(page, 'Look at these wheels')
  const { _id: postId, userId } = await newestPost(page)
  for (const name of ['mira', 'juno', 'kenji'] as const) {
    await (await as(page, name))(`POST /api/posts/like/${postId}`)
  }
  await expect(bell(page)).toHaveAccessibleName('Notifications 2 new')
  // Those that arrive once the list is open wait behind a button.
  const allRead = page.waitForResponse(async (reply) => {
    if (!reply.url().includes('/api/notifications?')) return false
    return (await reply.json()).notifications?.[0]?.count === 4
  })
  await (await as(page, 'theo'))(`POST /api/posts/like/${postId}`)
  await allRead

  await failNext(page, 'POST /api/notifications/seen', 503)
  await bell(page).click()
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('and 3 others like your post')
  await expect(rows(page).first()).toContainText('Look at these wheels')
  await expect(rows(page).first()).toContainText('New:')
  await expect(rows(page).nth(1)).toContainText('mentioned you in a comment')
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  // They stay marked as new until the list is closed, also while another one comes in, which waits behind a button.
  await (await as(page, 'juno'))(`POST /api/comments/add/${postId}`, { content: 'Nice' })
  await expect(bell(page)).toHaveAccessibleName('Notifications 1 new')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: '1 new notification' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(rows(page).first()).toContainText('Juno Vasquez commented on your post')
  await expect(rows(page).nth(1)).toContainText('New:')

  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Post by Guest Driver' })).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).filter({ hasText: 'New:' })).toHaveCount(0)

  // A preview shows names without quotes, as the post does.
  await (await as(page, 'mira'))('POST /api/posts', { content: 'With @"Mad Max" and @guest' })
  await page.getByRole('button', { name: '1 new notification' }).click()
  await expect(rows(page).first()).toContainText('With @Mad Max and @guest')

  // One of several follows leads to the list of followers.
  for (const name of ['mira', 'juno'] as const)
    await (await as(page, name))(`POST /api/users/follow/${userId}`)
  await page.goto('/notifications')
  await rows(page).filter({ hasText: 'Juno Vasquez and Mira Okafor follow you' }).click()
  const followers = page.getByRole('dialog', { name: 'Followers (2)' })
  await expect(followers.getByTestId('user-card')).toHaveCount(2)

  // A failure of the bell is not announced; that of the list can be tried again.
  await failNext(page, 'GET /api/notifications', 503)
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(5)

  // The count on the bell is one line, with text at 200 %.
  const body = { notifications: [], unseen: 100 }
  const override = { method: 'GET', path: '/api/notifications', status: 200, body } as const
  await setMock(page, { overrides: [override] })
  await page.reload()
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(bell(page)).toHaveAccessibleName('Notifications 99+ new')
    await setTextSize(page, '200%')
    const { lines, pill, link } = await bell(page).evaluate((element) => {
      const boxOf = (one: Element) => one.getBoundingClientRect().toJSON() as DOMRect
      const count = element.lastElementChild as HTMLElement
      const range = document.createRange()
      // The label is shown in the side bar only.
      const shown = [element.querySelector('span') ?? count, count].filter(
        (one) => getComputedStyle(one).clipPath === 'none',
      )
      const lines = shown.map((one) => {
        range.selectNodeContents(one.firstChild as Text)
        return range.getClientRects().length
      })
      return { lines, pill: boxOf(count), link: boxOf(element) }
    })
    expect(lines, `${width}`).toEqual(width < 1024 ? [1] : [1, 1])
    expect(pill.top, `${width}`).toBeGreaterThanOrEqual(link.top)
    expect(pill.bottom, `${width}`).toBeLessThanOrEqual(link.bottom)
    // The next icon stays visible.
    expect(pill.right, `${width}`).toBeLessThanOrEqual(link.right + 9)
  }
})

test('what arrives moves nothing; a comment opens at its place (R17.4)', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await logInAsGuest(page)
  await writePost(page, 'Many will have a say')
  const { _id: postId } = await newestPost(page)
  const mira = await as(page, 'mira')
  await mira(`POST /api/comments/add/${postId}`, { content: '@guest first of all' })
  // More than one page of comments.
  for (let index = 0; index < 55; index += 1)
    await mira(`POST /api/comments/add/${postId}`, { content: `Number ${index}` })
  for (let n = 1; n <= 15; n += 1) await mira('POST /api/posts', { content: `@guest number ${n}` })
  await expect(bell(page)).toHaveAccessibleName('Notifications 18 new')
  await bell(page).click()
  await expect(rows(page).first()).toContainText('number 15')
  const row = rows(page).filter({ hasText: 'number 9' })
  await page.evaluate(() => scrollTo(0, 600))
  const before = await row.boundingBox()
  await mira('POST /api/posts', { content: '@guest one more' })
  await expect(page.getByRole('button', { name: '1 new notification', exact: true })).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
  expect(await page.evaluate(() => scrollY)).toBe(600)
  await page.getByTestId('new-notifications-button').click()
  await expect(rows(page).first()).toContainText('one more')
  await expect(rows(page).first()).toContainText('New:')
  expect(await page.evaluate(() => scrollY)).toBe(0)

  const link = rows(page).filter({ hasText: 'first of all' }).getByRole('link')
  await scrollToReach(page, link)
  await link.click()
  const comment = page.getByRole('listitem').filter({ hasText: 'first of all' })
  await expect(comment).toBeFocused()
  await expect(comment).toBeInViewport({ ratio: 1 })
})
