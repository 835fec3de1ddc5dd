// The order in which the browser loads the style sheets differs between a log-in and a reload. The styles of every
// control are the same on each screen after a log-in and links, and in a new tab. And how screens print.
import type { Page } from 'playwright/test'
import { openPost } from '../support/actions.ts'
import { asViewer } from '../support/as-user.ts'
import { comments, expect, logInAsGuest, posts, test, writePost } from '../support/fixtures.ts'
import { waitForPrecache } from '../support/pwa-fixtures.ts'

/** The computed styles of each visible control by its name. Sizes and places follow from them, and from texts. */
function stylesOfControls(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const isSize =
      /^(width|height|(inline|block)-size|top|left|right|bottom|inset-.*)$|^grid-template-(columns|rows)$|origin$|^--/
    const styles: Record<string, string[]> = {}
    const controls = 'a, button, input, textarea, select, label, summary, svg, [role="tab"]'
    for (const element of document.querySelectorAll(controls)) {
      // Messages come and go.
      if (!element.checkVisibility() || element.closest('[data-sonner-toaster], [role=status]'))
        continue
      const named = element.closest('[aria-label]')
      const name = `${element.tagName} ${named?.ariaLabel ?? element.textContent}`
      let key = name
      for (let count = 2; key in styles; count += 1) key = `${name} ${count}`
      const computed = getComputedStyle(element)
      styles[key] = [...computed]
        .filter((property) => !isSize.test(property))
        .map((property) => `${property}: ${computed.getPropertyValue(property)}`)
    }
    return styles
  })
}

test('controls look the same after links and in a new tab', async ({ page, context }) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logInAsGuest(page)
  // Settings say it.
  await waitForPrecache(page)
  await writePost(page, 'Looks the same')
  await page.mouse.move(0, 0)

  const bar = page.getByRole('navigation', { name: 'Main' })
  const commented = page.getByRole('link', { name: /^Comments on .*: 1$/ })
  /** Links to a screen, and what shows that it is complete. */
  const screens: [links: string[], ready: (page: Page) => Promise<void>][] = [
    [['Home'], (page) => expect(posts(page)).toHaveCount(6)],
    [['Explore'], (page) => expect(page.getByRole('list', { name: 'Photos' })).toBeVisible()],
    [['BookMark'], (page) => expect(page.getByText('There are no bookmarks')).toBeVisible()],
    [['Profile'], (page) => expect(posts(page)).toHaveCount(1)],
    [['Settings'], (page) => expect(page.getByText(/^Ready to work/).last()).toBeVisible()],
    [['Home', 'a post'], (page) => expect(comments(page)).toHaveCount(1)],
  ]
  const again = await context.newPage()
  await again.setViewportSize({ width: 1440, height: 900 })
  await again.emulateMedia({ reducedMotion: 'reduce' })
  for (const [[link = '', post], ready] of screens) {
    await bar.getByRole('link', { name: link }).click()
    if (post) await commented.click()
    await ready(page)
    // No control is under it.
    await page.mouse.move(0, 0)
    await again.goto(page.url())
    await ready(again)
    await expect(async () => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      expect(await stylesOfControls(again), page.url()).toEqual(await stylesOfControls(page))
    }).toPass({ timeout: 30_000 })
  }
})

/** No controls, and black on white. */
async function expectOnPaper(page: Page) {
  const controls = page.locator('nav, aside, form, button, textarea').filter({ visible: true })
  await expect(controls).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
}

test('a post and any screen print black on white (R2.32)', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await logInAsGuest(page)
  await writePost(page, 'For the notice board')
  await openPost(page)
  const composer = page.getByRole('textbox', { name: 'Add a comment' })
  await composer.waitFor()
  const path = new URL(page.url()).pathname.replace('/post/', '/api/comments/add/')
  const guest = await asViewer(page)
  for (let n = 1; n <= 40; n += 1) await guest(`POST ${path}`, { content: `Remark ${n}` })
  await page.reload()
  await expect(comments(page).first()).toContainText('Remark 40')
  for (const width of [390, 794]) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(comments(page)).toHaveCount(40)
    await expectOnPaper(page)
    const dark = await page.evaluate(() => {
      const visible = [...document.querySelectorAll('body *')].filter((one) =>
        one.checkVisibility(),
      )
      return visible
        .map((one) => getComputedStyle(one).backgroundColor)
        .filter((color) => /^rgb\((\d|[0-9]\d), /.test(color))
    })
    expect(dark, 'other colors than paper, other than in pictures').toEqual([])
    const card = page.locator('main article').first()
    expect((await card.boundingBox())?.width).toBeGreaterThan(Math.min(width, 680) * 0.85)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(composer).toBeVisible()
  }

  // Opened directly, without the styles of other screens.
  for (const path of ['/settings', '/mock', '/no-such-page']) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expectOnPaper(page)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  }
})
