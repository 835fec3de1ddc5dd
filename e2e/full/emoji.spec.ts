import { expect, logInAsGuest, posts, signUp, test } from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

test('the emoji picker puts what is picked at the caret and keeps at most 14 recent ones', async ({
  page,
}) => {
  await signUp(page)
  const text = page.getByRole('textbox', { name: 'What are you driving' })
  await text.fill('Road trip')
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4))
  await page.getByRole('button', { name: 'Add an emoji' }).click()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  for (let index = 20; index < 36; index += 1) {
    await picker.locator('.category button').nth(index).click()
  }
  await expect(text).toHaveValue(/^Road\P{ASCII}+ trip$/u)
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add an emoji' })).toBeFocused()

  const recent = await page.evaluate(() => localStorage.getItem('emoji-mart.frequently') ?? '{}')
  expect(Object.keys(JSON.parse(recent))).toHaveLength(14)
})

test('Escape in the search of the emoji picker closes it, and the next click does what it says', async ({
  page,
}) => {
  await logInAsGuest(page)
  const opener = page.getByRole('button', { name: 'Add an emoji' })
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  const search = picker.getByPlaceholder('Search')
  for (const text of ['', 'car']) {
    await opener.click()
    await search.fill(text)
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(picker).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  const like = posts(page).first().getByRole('button', { name: /^Like/ })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')

  // A choice of skin tone is ended first.
  await opener.click()
  await picker.getByRole('button', { name: /skin tone/i }).click()
  await page.keyboard.press('Escape')
  await expect(picker.locator('.menu')).toHaveCount(0)
  await expect(picker).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
})

test('the emoji picker works with the network off, in the comment composer too', async ({
  page,
}) => {
  await logInAsGuest(page)
  await goOffline(page)
  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments/ })
    .click()
  await page.getByRole('button', { name: 'Add an emoji' }).click()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await picker.locator('.category button').first().click()
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).not.toHaveValue('')
})

test('an emoji is found and added by keyboard', async ({ page }) => {
  await logInAsGuest(page)
  await page.getByRole('button', { name: 'Add an emoji' }).click()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await expect(picker.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused()
  await page.keyboard.type('racing')
  await expect(picker.getByRole('listbox', { name: 'Search Results' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(picker.getByRole('option', { selected: true })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'What are you' })).toHaveValue(/\P{ASCII}/u)
})

test('the emoji picker closes when the focus leaves it', async ({ page }) => {
  await logInAsGuest(page)
  const opener = page.getByRole('button', { name: 'Add an emoji' })
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await opener.click()
  await expect(picker.getByPlaceholder('Search')).toBeFocused()
  await opener.focus()
  await expect(picker).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(picker).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the emoji picker neither covers the composer nor opens the keyboard', async ({ page }) => {
    await logInAsGuest(page)
    const composer = page.getByRole('form', { name: 'What are you driving' })
    await page.getByRole('button', { name: 'Add an emoji' }).tap()
    const picker = page.getByRole('dialog', { name: 'Emoji' })
    await expect(picker.getByPlaceholder('Search')).toBeVisible()
    await expect(picker.getByPlaceholder('Search')).not.toBeFocused()
    const above = await composer.boundingBox()
    const below = await picker.boundingBox()
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
    expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(844)
  })
})
