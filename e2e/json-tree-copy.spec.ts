import { expect, test } from './fixtures.ts'
import { copied, edit, openCarsAndStopClock, openTree, press, row, said } from './json-editor.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('Ctrl+C copies the row with the focus as JSON, to the character', async ({ page }) => {
  const value = { html: '&lt;b&gt; &amp; <i>', quote: '"\\\n' }
  await openTree(page, value)
  expect(await copied(page)).toBe(JSON.stringify(value, null, 4))
  await press(page, row(page, 'html'), 'Meta+c')
  await expect(said(page, 'Copied html.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('"&lt;b&gt; &amp; <i>"')
})

test('what JSON cannot say is copied as near as it can, and the message names it', async ({
  page,
}) => {
  await openTree(page, { a: 1, b: 2, c: 3 })
  await edit(page, row(page, 'a'), 'undefined')
  await edit(page, row(page, 'b'), 'NaN')
  await edit(page, row(page, 'c'), '2024-05-01')
  const text = await copied(page)
  expect(JSON.parse(text)).toEqual({ b: null, c: '2024-05-01T00:00:00.000Z' })
  await expect(said(page, 'Copied Response. JSON has no undefined or NaN.')).toBeVisible()
  await press(page, row(page, 'Response'), 'F2')
  await expect(page.getByRole('status')).toContainText('edit the entries of Response one by one')
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('the tick of a copied row clears after 5500 ms', async ({ page }) => {
  await openCarsAndStopClock(page)
  await row(page, 'owner').hover()
  await page.getByRole('button', { name: 'Copy owner' }).click()
  const tick = page.getByRole('button', { name: 'Copied owner' })
  await expect(tick).toBeVisible()
  await page.clock.runFor(5_400)
  await expect(tick).toBeVisible()
  await page.clock.runFor(200)
  await expect(tick).toHaveCount(0)
})

test('without the clipboard the text is shown to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'))
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } })
  })
  await openTree(page, { html: '&lt;' })
  await press(page, row(page, 'html'), 'Control+c')
  const dialog = page.getByRole('dialog', { name: 'Copy it yourself' })
  await expect(dialog).toContainText('The browser keeps the clipboard from this page.')
  await expect(dialog.getByRole('textbox')).toHaveValue('"&lt;"')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('"&lt;"')
  await page.keyboard.press('Escape')
  await expect(row(page, 'html')).toBeFocused()
})
