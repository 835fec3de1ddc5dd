import { expect } from '@playwright/test'
import { composer, openApp, posts } from '../gearheads.ts'
import { test } from '../signed-in.ts'

/** A picture of one pixel, so that the test needs no file. */
const buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a post with a picture and its description is on top of the list, also after a reload', async ({
  page,
}) => {
  await openApp(page, '/homePage')
  await composer(page).fill('New tank, old paint')
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a picture' }).click()
  await (await fileChooser).setFiles({ name: 'tank.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Add description of picture' }).click()
  await page.getByLabel('Picture description').fill('A tank with a dent')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Vroom' }).click()

  const newest = posts(page).first()
  for (const visit of ['at once', 'after a reload']) {
    await expect(newest, visit).toContainText('New tank, old paint')
    await expect(newest.getByRole('img', { name: 'A tank with a dent' }), visit).toBeVisible()
    await expect(posts(page), visit).toHaveCount(6)
    await page.reload()
  }
  await expect(composer(page)).toHaveValue('')
})
