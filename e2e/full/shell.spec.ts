// The bars and headers around every screen, and how all screens reflow.
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, test, visit } from '../support/fixtures.ts'
import { SCREENS } from '../support/screens.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
const bar = (page: Page) => page.getByRole('navigation', { name: 'Icon bar' })
const tab = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

/** The elements that reach beyond the right edge of the page or clip their own text, if anything does. */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    )
    return wide.map(({ tagName, className, textContent }) =>
      `${tagName} ${className} ${textContent?.slice(0, 30)}`.trim(),
    )
  })
}

test('on a phone, Tab never moves the focus behind the bars, a deep screen has a title and Back, and a visitor has no Logout (R2.17)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await visit(page)
  // A path in another case is unknown.
  for (const path of ['/MOCK', '/mock']) {
    await open(page, path)
    const title = path === '/mock' ? 'Request tester' : 'PAGE 404 Go Back to Homepage'
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(tab(page, 'Home')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout', exact: true })).toHaveCount(0)
  }

  await logInAsGuest(page)
  await tab(page, 'Explore').click()
  await page.getByRole('list', { name: 'Photos' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Post by/ })).toBeVisible()
  await expect(tab(page, 'Explore')).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/explore')
  await expect(tab(page, 'Explore')).toHaveAttribute('aria-current', 'page')

  const hidden = () =>
    page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      const { x, y, width, height } = focused.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      const isVisible = focused === document.body || focused.contains(hit) || hit?.contains(focused)
      return isVisible ? undefined : focused.ariaLabel || focused.textContent
    })
  for (const path of ['/homePage', '/post/5', '/settings']) {
    await open(page, path)
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 25; press++) {
        await page.keyboard.press(key)
        expect(await hidden(), `${key} ${press} on ${path}`).toBeUndefined()
      }
    }
  }

  // After a cold start, Back leads Home.
  const fresh = await page.context().newPage()
  await fresh.setViewportSize(PHONE)
  await fresh.goto('/profilePage/1')
  await expect(tab(fresh, 'Home')).not.toHaveAttribute('aria-current')
  await fresh.getByRole('button', { name: 'Back' }).click()
  await expect(fresh).toHaveURL('/homePage')
  await fresh.evaluate(() => scrollTo(0, 500))
  await tab(fresh, 'Home').click()
  await expect.poll(() => fresh.evaluate(() => scrollY)).toBe(0)
})

const setText = (page: Page, fontSize: string) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, fontSize)

test('every screen reflows at 400 %, and with text at 200 % on a phone and on a desktop', async ({
  page,
}) => {
  test.slow()
  const expectReflow = async (path: string) => {
    await open(page, path)
    for (const [size, fontSize] of [
      [{ width: 320, height: 256 }, '100%'],
      [PHONE, '200%'],
      [DESKTOP, '200%'],
    ] as const) {
      await page.setViewportSize(size)
      await setText(page, fontSize)
      expect.soft(await overflows(page), `${path} at ${size.width} with ${fontSize}`).toEqual([])
    }
  }
  for (const path of ['/', '/?form=signup']) await expectReflow(path)
  await page.setViewportSize(PHONE)
  await logInAsGuest(page)
  for (const path of Object.keys(SCREENS)) await expectReflow(path)

  // At 400 % the bars scroll away, and Logout comes after the screen.
  await page.setViewportSize({ width: 360, height: 225 })
  await open(page, '/post/5')
  const fixed = await page.evaluate(() =>
    [...document.querySelectorAll('header, nav, [data-back-bar]')]
      .filter((one) => one.checkVisibility())
      .map((one) => getComputedStyle(one).position)
      .filter((position) => ['fixed', 'sticky'].includes(position)),
  )
  expect(fixed).toEqual([])
  const logOut = bar(page).getByRole('button', { name: 'Logout' })
  await logOut.scrollIntoViewIfNeeded()
  await expect(logOut).toBeInViewport()

  // With text at 200 % words of the side bar stay whole, and Follow is below the cover.
  await page.setViewportSize(DESKTOP)
  await open(page, '/profilePage/1')
  await setText(page, '200%')
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const link of await nav.getByRole('link').all()) {
    const word = link.locator('span').first()
    // One line of 34 px.
    expect((await word.boundingBox())?.height, await word.innerText()).toBeLessThan(68)
    expect((await link.locator('svg').boundingBox())?.width).toBeGreaterThan(40)
  }
  const header = page.getByRole('region', { name: /^Profile of/ })
  const cover = await header.locator('img').first().boundingBox()
  const follow = await header.getByRole('button', { name: /^Follow/ }).boundingBox()
  expect(follow?.y).toBeGreaterThanOrEqual((cover?.y ?? 0) + (cover?.height ?? 0))
})

/** Controls whose border has less than 3:1 contrast with what is around it (WCAG 1.4.11). */
function weakBorders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rgb = (color: string) => color.match(/[\d.]+/g)?.map(Number) ?? []
    const luminance = ([r = 0, g = 0, b = 0]: number[]) => {
      const [x, y, z] = [r, g, b].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      ) as [number, number, number]
      return 0.2126 * x + 0.7152 * y + 0.0722 * z
    }
    const behind = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return (rgb(backgroundColor)[3] ?? 1) === 1 ? backgroundColor : behind(element.parentElement)
    }
    const weak = [...document.querySelectorAll('button, input, textarea, select, a')].filter(
      (control) => {
        const { borderTopWidth, borderTopColor } = getComputedStyle(control)
        const color = rgb(borderTopColor)
        if (borderTopWidth === '0px' || color[3] === 0) return false
        const [a, b] = [luminance(color), luminance(rgb(behind(control.parentElement)))]
        return control.checkVisibility() && (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 3
      },
    )
    return weak.map((control) => control.ariaLabel ?? control.textContent ?? control.tagName)
  })
}

test('the borders of fields and buttons can be seen in both themes, and the current page and tab in forced colors', async ({
  page,
}) => {
  await logInAsGuest(page)
  for (const path of ['/homePage', '/settings', '/mock']) {
    await open(page, path)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await weakBorders(page), `${path} ${colorScheme}`).toEqual([])
    }
  }

  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/homePage')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const outline = (name: string) =>
    nav.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).outlineStyle)
  expect(await outline('Home')).toBe('solid')
  expect(await outline('Explore')).toBe('none')
  const feeds = page.getByRole('navigation', { name: 'Feed' })
  const feedLine = (name: string) =>
    feeds
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link, '::before').borderBottomStyle)
  expect(await feedLine('All')).not.toBe(await feedLine('Following'))
  await open(page, '/mock')
  const tabs = page.getByRole('tab')
  const line = (selected: boolean) =>
    tabs
      .and(page.locator(`[aria-selected=${selected}]`))
      .first()
      .evaluate((tab) => getComputedStyle(tab, '::before').borderBottomStyle)
  expect(await line(true)).not.toBe(await line(false))
})
