// Up to ten pictures in a post (R10.18).
import type { Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import { expect, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { newestPost } from '../support/mock.ts'
import { pictureFile, type TestFile } from '../support/picture-files.ts'
import { expectShown, pick } from '../support/pictures.ts'
import { PHONE } from '../support/screens.ts'

const files = (count: number): TestFile[] =>
  Array.from({ length: count }, (_, n) => pictureFile(40 + n, 32, 20 * (n + 1)))
const previews = (page: Page) => page.getByRole('img', { name: /^Preview/ })
const alert = (page: Page) => page.getByRole('form', { name: 'What are you' }).getByRole('alert')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function describe(page: Page, n: number, text: string): Promise<void> {
  await button(page, `Add description of picture ${n}`).click()
  const field = page.getByRole('textbox', { name: `Picture ${n} description (optional)` })
  await expect(field).toBeFocused()
  await field.fill(text)
  await field.press('Enter')
  await expect(field).toHaveCount(0)
}

test('pictures are described, moved and removed (R10.19, R10.22)', async ({ page }) => {
  await signUp(page)
  // Enter in a description sends nothing.
  await pick(page, files(1))
  await button(page, 'Add description of picture').click()
  const single = page.getByRole('textbox', { name: 'Picture description (optional)' })
  await single.fill('No. 1')
  await single.press('Enter')
  await pick(page, files(2))
  await expect(page.getByText('3 pictures added')).toBeVisible()
  await describe(page, 2, 'No. 2')
  await expect(button(page, 'Edit description of picture 2')).toBeFocused()
  await expect(button(page, 'Edit description of picture 1')).toBeVisible()
  await describe(page, 3, 'No. 3')

  const status = (text: string) => page.getByRole('status').filter({ hasText: text })
  await button(page, 'Edit picture 2').press('ArrowLeft')
  await expect(status('Picture 2 is now picture 1')).toHaveCount(1)
  await expect(button(page, 'Edit picture 1')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(status('Picture 1 is now picture 2')).toHaveCount(1)
  await expect(button(page, 'Edit picture 2')).toBeFocused()
  await page.keyboard.press('End')
  await expect(button(page, 'Edit picture 3')).toBeFocused()
  // No. 1, No. 3, No. 2: the last one is dragged to the beginning.
  const tile = (n: number) => page.getByRole('listitem', { name: `Picture ${n} of 3` })
  await tile(3).dragTo(tile(1))
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A reload keeps them in their order.
  await page.reload()
  await expect(previews(page)).toHaveCount(3)
  await writePost(page, 'Three of them')
  const { images } = await newestPost(page)
  expect(images?.map(({ alt }) => alt)).toEqual(['No. 2', 'No. 1', 'No. 3'])
  const shown = posts(page).first().getByRole('img', { name: /^No\./ })
  await expect(shown).toHaveCount(3)
  await expectShown(shown.first())

  await pick(page, files(3))
  await expect(page.getByText('3 pictures added')).toBeVisible()
  await button(page, 'Remove picture 2').press('Enter')
  await expect(button(page, 'Remove picture 2')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Remove picture')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
})

test('ten pictures on a phone, and no more (R10.15, R10.18, R10.22, R10.23)', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signUp(page)
  const vroom = page.getByRole('button', { name: 'Vroom' })
  const top = () => vroom.evaluate((one) => one.getBoundingClientRect().top + scrollY)
  // Workers get their orders when the test lets them.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype
    const orders: (() => void)[] = []
    Object.assign(window, { prepare: () => orders.splice(0).map((send) => send()) })
    Worker.prototype.postMessage = function (...order: unknown[]) {
      orders.push(() => postMessage.apply(this, order as Parameters<typeof postMessage>))
    }
  })
  const status = page.getByText('Preparing picture…')
  await pick(page, files(1))
  await expect(status).toBeVisible()
  await button(page, 'Remove picture').click()
  await expect(status).toHaveCount(0)
  await pick(page, files(10))
  await expect(page.getByRole('progressbar', { name: /^Preparing picture/ })).toHaveCount(10)
  await expect(page.getByText('Preparing pictures: 0 of 10 ready…')).toBeVisible()
  const before = await top()
  await expect(async () => {
    await page.evaluate('prepare()')
    await expect(page.getByText('10 pictures added')).toBeVisible({ timeout: 200 })
  }).toPass()
  expect(await top()).toBe(before)
  await expect(vroom).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('10 pictures added')).toBeInViewport()

  await button(page, 'Remove picture 10').click()
  await button(page, 'Remove picture 9').click()
  await pick(page, files(4))
  await expect(alert(page)).toHaveText('10 pictures at most: only the first 2 were added.')
  await expect(page.getByText('Preparing pictures: 8 of 10 ready…')).toBeVisible()
  await button(page, 'Add a picture').click()
  await expect(alert(page)).toHaveText('10 pictures at most: no more can be added.')

  // They are prepared again after a reload. Nothing breaks the policy: the fixture checks the console.
  await page.reload()
  await expect(page.getByText('10 pictures added')).toBeVisible()
  for (const one of await previews(page).all()) await expectShown(one)
  await writePost(page, 'The whole meet')
  expect((await newestPost(page)).images).toHaveLength(10)
})
