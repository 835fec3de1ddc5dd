// Several pictures of a post: a grid, and a viewer that swipes between them (R10.13).
// How it zooms, and what is a swipe: src/features/content/picture-zoom.test.ts.
import type { Page } from 'playwright/test'
import { openPost } from '../support/actions.ts'
import { asViewer } from '../support/as-user.ts'
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'
import { expectShown } from '../support/pictures.ts'

const seeds = ['roadster-sunset', 'cafe-racer', 'engine-bay', 'mountain-hairpin', 'pickup-camp']
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Picture' })
const tile = (page: Page, name: string | RegExp) =>
  posts(page).first().getByRole('button', { name })

test('tiles, and a viewer by keys and swipes (R10.13, R10.20)', async ({ page }) => {
  await logInAsGuest(page)
  const five = seeds.map((name, n) => ({
    url: `/seed/posts/${name}.svg`,
    ...(n < 2 && { alt: `Description ${n + 1}` }),
  }))
  await (await asViewer(page))('POST /api/posts', { content: 'The meet', images: five })
  await page.reload()
  await expect(posts(page).first()).toContainText('The meet')
  const pictures = { name: /^(Description|Photo)/ }
  const images = posts(page).first().getByRole('img', pictures)
  await expect(images).toHaveCount(4)
  for (const n of [0, 1, 2, 3]) await expectShown(images.nth(n))
  await expect(images.nth(2)).toHaveAttribute('alt', 'Photo 3 of 5 by guest')
  const last = tile(page, 'View picture 4 of 5 full screen, by guest: The meet, and 1 more')
  await last.press('Enter')
  await expect(viewer(page).getByRole('status')).toHaveText('4 / 5')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page).getByRole('status')).toHaveText('5 / 5')
  await expect(viewer(page).getByRole('img')).toHaveAttribute('alt', 'Photo 5 of 5 by guest')
  await page.keyboard.press('Home')
  await expect(viewer(page).getByRole('img')).toHaveAttribute('alt', 'Description 1')
  const description = viewer(page).getByText('Description 1', { exact: true })
  await expect(description).toHaveAttribute('aria-live', 'polite')
  await viewer(page).getByRole('button', { name: 'Next picture' }).click()
  await expect(viewer(page).getByRole('status')).toHaveText('2 / 5')
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(last).toBeFocused()

  // The grid has one shape; the screen of the post has the pictures below each other.
  const tops = await images.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops.map(Math.round)).size).toBe(2)

  // On a phone, a swipe shows the next picture, and one down closes the viewer.
  await page.setViewportSize({ width: 390, height: 844 })
  await tile(page, 'View picture 3 of 5 full screen').click()
  await expectShown(viewer(page).getByRole('img'))
  await page.mouse.move(300, 420)
  await page.mouse.down()
  await page.mouse.move(150, 420, { steps: 4 })
  // The next one comes after the finger, before it is released.
  const neighbor = viewer(page).locator('img').nth(1)
  await expectShown(neighbor)
  await expect(neighbor).toBeInViewport({ ratio: 0.3 })
  await page.mouse.up()
  await expect(viewer(page).getByRole('status')).toHaveText('4 / 5')
  await page.mouse.move(195, 420)
  await page.mouse.down()
  await page.mouse.move(205, 720, { steps: 6 })
  await page.mouse.up()
  await expect(viewer(page)).toHaveCount(0)
  for (const close of [
    // Beside the picture.
    () => page.mouse.click(20, 120),
    () => viewer(page).getByRole('button', { name: 'Close', exact: true }).click(),
  ]) {
    await tile(page, 'View picture 2 of 5 full screen').click()
    await expectShown(viewer(page).getByRole('img'))
    await close()
    await expect(viewer(page)).toHaveCount(0)
  }

  await openPost(page)
  const whole = page.getByRole('article', { name: 'By guest' }).getByRole('img', pictures)
  await expect(whole).toHaveCount(5)
  for (const picture of await whole.all()) await expectShown(picture)
})

test('pictures are tried again (R10.16)', async ({ page, expectErrors }) => {
  expectErrors(/ERR_/)
  await logInAsGuest(page)
  const asGuest = await asViewer(page)
  const images = [1, 2, 3, 4, 5].map((n) => ({ url: `http://pictures.test/${n}.svg` }))
  await page.route('http://pictures.test/**', (route) => route.abort())
  const alone = { content: 'On another host', imageUrl: 'http://pictures.test/6.svg' }
  for (const body of [alone, { content: 'Far away', images }])
    await asGuest('POST /api/posts', body)
  await page.reload()
  const single = posts(page).nth(1)
  await expect(single.getByText("This picture can't be shown right now.")).toBeVisible()
  const post = posts(page).first()
  const again = post.getByRole('button', { name: 'Try again' })
  await expect(again).toHaveCount(4)
  await expect(post.getByText('+1')).toBeVisible()

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'
  const picture = { contentType: 'image/svg+xml', body: svg }
  await page.route('http://pictures.test/**', (route) => route.fulfill(picture))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(again).toHaveCount(0)
  await expectShown(post.getByRole('img', { name: 'Photo 4 of 5 by guest' }))

  await page.route('http://pictures.test/**', (route) => route.abort())
  await page.reload()
  await expect(again).toHaveCount(4)
  await page.route('http://pictures.test/**', (route) => route.fulfill(picture))
  await again.first().click()
  await expect(again).toHaveCount(0)
  await expectShown(single.getByRole('img', { name: 'Photo by guest' }))
})
