// Up to ten pictures in a post (R10.18).
import type { Page } from 'playwright/test'
import { expect, posts, signUp, test, toast, writePost } from '../support/fixtures.ts'
import { fetchApi } from '../support/mock.ts'
import { pictureFile, type TestFile } from '../support/picture-files.ts'
import { expectShown, pick } from '../support/pictures.ts'
import { test as clubTest, goOnline, post } from '../support/sync-fixtures.ts'

const files = (count: number): TestFile[] =>
  Array.from({ length: count }, (_, n) => pictureFile(40 + n, 32, 20 * (n + 1)))
const previews = (page: Page) => page.getByRole('img', { name: /^Preview/ })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type Posts = { posts: { imageUrl?: string; images?: { url: string; alt?: string }[] }[] }
async function newest(page: Page) {
  return (await fetchApi<Posts>(page, 'GET /api/posts?limit=1')).data.posts[0]
}

test('pictures are chosen at once, moved, described and removed, and sent in their order', async ({
  page,
}) => {
  await signUp(page)
  await pick(page, files(3))
  await expect(page.getByText('3 pictures added')).toBeVisible()
  for (const n of [1, 2, 3])
    await page
      .getByRole('textbox', { name: `Picture ${n} description (optional)` })
      .fill(`No. ${n}`)
  await button(page, 'Move picture 3 forward').click()
  await button(page, 'Move picture 1 back').click()
  await pick(page, files(1))
  await button(page, 'Remove picture 4').click()
  await expect(page.getByText('3 pictures added')).toBeVisible()

  // A reload keeps them in their order.
  await page.reload()
  await expect(previews(page)).toHaveCount(3)
  await writePost(page, 'Three of them')
  await expect(previews(page)).toHaveCount(0)
  const { images, imageUrl } = (await newest(page)) ?? {}
  expect(images?.map(({ alt }) => alt)).toEqual(['No. 3', 'No. 1', 'No. 2'])
  expect(imageUrl).toBe(images?.[0]?.url)
  const shown = posts(page).first().getByRole('img', { name: /^No\./ })
  await expect(shown).toHaveCount(3)
  await expectShown(shown.first())
})

test('ten pictures fit in a post; what is more is refused with a message', async ({ page }) => {
  await signUp(page)
  await pick(page, files(8))
  await expect(page.getByText('8 pictures added')).toBeVisible()
  await pick(page, files(4))
  await expect(toast(page, '10 pictures per post: only the first 2 were added.')).toBeVisible()
  await expect(page.getByText('10 pictures added')).toBeVisible()
  await pick(page, files(1))
  await expect(toast(page, '10 pictures per post: no more can be added.')).toBeVisible()
  await writePost(page, 'The whole meet')
  expect((await newest(page))?.images).toHaveLength(10)
})

test('a file that is no picture is left out; the others are ready', async ({ page }) => {
  await signUp(page)
  const broken = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('notes') }
  await pick(page, [...files(2), broken])
  const message = '"notes.png" isn\'t a supported picture. Choose a JPEG, PNG, WebP, GIF or AVIF.'
  await expect(toast(page, message)).toBeVisible()
  await expect(page.getByText('2 pictures added')).toBeVisible()
})

test('pasted pictures are added to those that are there', async ({ page }) => {
  await signUp(page)
  await pick(page, files(1))
  await expect(page.getByText('Picture added')).toBeVisible()
  await page.getByRole('textbox', { name: 'What are you driving' }).evaluate(async (area) => {
    const canvas = new OffscreenCanvas(20, 20)
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
    const data = new DataTransfer()
    for (const name of ['a.png', 'b.png'])
      data.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }))
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await expect(page.getByText('3 pictures added')).toBeVisible()
})

clubTest('pictures that were posted offline reach the club together', async ({ guest, mira }) => {
  await guest.context().setOffline(true)
  await pick(guest, files(3))
  await expect(guest.getByText('3 pictures added')).toBeVisible()
  await writePost(guest, 'From the field')
  await expect(post(guest, 'From the field').getByRole('img', { name: /^Photo/ })).toHaveCount(3)
  await goOnline(guest)
  await mira.getByRole('button', { name: /1 new post/ }).click()
  const shown = post(mira, 'From the field').getByRole('img', { name: /^Photo/ })
  await expect(shown).toHaveCount(3)
  for (const n of [0, 1, 2]) await expectShown(shown.nth(n))
})
