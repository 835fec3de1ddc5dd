import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'

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
    await page.mouse.click(200, 300)
    await expect(menu).toHaveCount(0)
    await opener.click()
    await expect(menu).toBeVisible()
    await opener.click()
    await expect(menu).toHaveCount(0)
  })
})
