import { expect, logInAsGuest, posts, signUp, test, toast, writePost } from '../support/fixtures.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a menu near the bottom bar opens above its button, and closes outside', async ({
    page,
  }) => {
    await logInAsGuest(page)
    await posts(page)
      .first()
      .getByRole('link', { name: /^Comments/ })
      .click()
    const opener = page.getByRole('button', { name: /^Comment menu/ })
    await opener.evaluate((button) => {
      document.body.style.paddingBlock = '900px'
      scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 60)
    })
    await opener.click()
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem').first()).toBeFocused()
    const bottom = await menu.evaluate((popup) => popup.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThanOrEqual((await opener.boundingBox())?.y ?? 0)
    // Beside the card, whose picture would open.
    await page.mouse.click(4, 300)
    await expect(menu).toHaveCount(0)
    await opener.click()
    await expect(menu).toBeVisible()
    await opener.click()
    await expect(menu).toHaveCount(0)
  })
})

test('a card opens its post, its avatar the profile; a selection of text opens nothing', async ({
  page,
}) => {
  await signUp(page)
  await expect(page.getByText('Post sent')).toHaveCount(0)
  await writePost(page, 'Selectable words')
  await expect(page.getByRole('status').getByText('Post sent')).toBeAttached()
  const words = await page.getByText('Selectable words').boundingBox()
  await page.mouse.move((words?.x ?? 0) + 2, (words?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((words?.x ?? 0) + 80, (words?.y ?? 0) + 12, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => `${getSelection()}`.trim())).not.toBe('')
  await expect(page).toHaveURL('/homePage')

  await posts(page).nth(1).locator('header img').click()
  await expect(page).toHaveURL(/profilePage/)
  await page.goBack()
  await posts(page).nth(1).getByText('Top down').click()
  await expect(page).toHaveURL(/\/post\//)
})

test('names and tags in a text are links, and an unknown name is not', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'Hi @MIRA and @nobody-here, #vintage.')
  const post = posts(page).first()
  await expect(post.getByRole('link', { name: '@MIRA' })).toHaveAttribute('href', /profilePage/)
  await expect(post.getByRole('link', { name: '@nobody-here' })).toHaveCount(0)
  const tag = post.getByRole('link', { name: '#vintage' })
  await expect(tag).toHaveAttribute('href', '/explore?q=%23vintage')
  await post.getByRole('link', { name: '@MIRA' }).click()
  await expect(page.getByRole('region', { name: 'Profile of mira' })).toBeVisible()
})

test('a long post is shown in part, and in full on request and on its own screen', async ({
  page,
}) => {
  await signUp(page)
  await page.getByRole('textbox', { name: 'What are you' }).fill(`${'word '.repeat(3000)}end`)
  await page.getByRole('button', { name: 'Vroom' }).click()
  const post = posts(page).first()
  await post.getByRole('button', { name: 'Show more' }).click()
  await expect(post).toContainText('word end')
  await post.getByRole('button', { name: 'Show less' }).click()
  await expect(post).not.toContainText('word end')
  await post.getByRole('link', { name: /post by/ }).click()
  await expect(page.getByText('word end')).toBeVisible()
})

test('a post is shared by its address', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAsGuest(page)
  // As on a device without a share sheet.
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await posts(page)
    .first()
    .getByRole('button', { name: /^Share/ })
    .click()
  await expect(toast(page, 'Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(copied)
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
})
