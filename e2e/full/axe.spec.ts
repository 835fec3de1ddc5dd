// WCAG 2.2 AA as far as axe can see it: every route, dialog and menu, in both themes.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, posts, test, writeComment, writePost } from '../support/fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function expectNoViolations(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)
  expect(found, what).toEqual([])
}

for (const colorScheme of ['dark', 'light'] as const) {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    test.describe(`${colorScheme} at ${viewport.width} px`, () => {
      test.use({ colorScheme, viewport, reducedMotion: 'reduce' })

      test('axe finds nothing on the landing screen and the 404 page', async ({ page }) => {
        await page.goto('/')
        await expectNoViolations(page, 'log-in')
        await page.getByRole('link', { name: 'Create new account' }).click()
        await expectNoViolations(page, 'sign-up')
        await page.goto('/nowhere')
        await expect(page.getByRole('heading', { name: /PAGE 404/ })).toBeVisible()
        await expectNoViolations(page, '404')
      })

      test('axe finds nothing on any screen, dialog and menu of a signed-in user', async ({
        page,
      }) => {
        test.slow()
        await logInAsGuest(page)
        await writePost(page, 'Looked at by axe')
        await expectNoViolations(page, 'home')

        await page.getByRole('button', { name: 'Post menu' }).click()
        await expectNoViolations(page, 'post menu')
        await page.getByRole('menuitem', { name: 'Edit Post' }).click()
        await expectNoViolations(page, 'edit post')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Post menu' }).click()
        await page.getByRole('menuitem', { name: 'Delete Post' }).click()
        await expectNoViolations(page, 'delete post')
        await page.keyboard.press('Escape')

        await posts(page)
          .first()
          .getByRole('link', { name: /^Comments/ })
          .click()
        await writeComment(page, 'A comment')
        await expectNoViolations(page, 'post')
        await page.getByRole('button', { name: 'Comment menu' }).click()
        await expectNoViolations(page, 'comment menu')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Add an emoji' }).click()
        await expect(page.locator('em-emoji-picker .category button').first()).toBeVisible()
        await expectNoViolations(page, 'emoji')
        await page.keyboard.press('Escape')

        for (const path of ['/profilePage/1', '/settings', '/bookMarkPage', '/explore']) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
          await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
          await expectNoViolations(page, path)
        }
      })
    })
  }
}
