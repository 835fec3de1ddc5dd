// The matrix: every screen in each theme and size, for title, layout shift, axe (WCAG 2.2 AA as far as it checks that), reflow and
// side bars; every dialog and menu; and layout with long names and texts, in which no control is covered or pushed out of sight.
// Playwright's click() scrolls first, so the layout tests check the point that a person sees.
import type { Page } from 'playwright/test'
import { expectNoViolations, openPost } from '../support/actions.ts'
import { asViewer } from '../support/as-user.ts'
import { isUncovered } from '../support/covered.ts'
import {
  expect,
  logInAsGuest,
  newPerson,
  signUpByApi,
  test,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { faults, overflows, recordShifts, weakBorders } from '../support/layout.ts'
import { newestPost, setMock } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { pick } from '../support/pictures.ts'
import { waitForPrecache } from '../support/pwa-fixtures.ts'
import { SCREENS } from '../support/screens.ts'

/** The screens with borders of other controls than rows and cards. */
const WITH_FIELDS = ['/homePage', '/settings', '/mock']

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

/** Sizes of the window and of text at which every screen has to reflow: 400 %, and text at 200 %. */
const REFLOW = [
  [{ width: 320, height: 256 }, '100%'],
  [PHONE, '200%'],
  [DESKTOP, '200%'],
] as const

async function expectReflow(page: Page, path: string): Promise<void> {
  for (const [size, fontSize] of REFLOW) {
    await page.setViewportSize(size)
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, fontSize)
    expect.soft(await overflows(page), `${path} at ${size.width} with ${fontSize}`).toEqual([])
  }
}

/** Beside the screen, from where the left side bar begins (R2.18). */
async function expectRightSideBar(page: Page, path: string): Promise<void> {
  const aside = page.getByRole('complementary')
  await expect(aside.getByPlaceholder('search username or name')).toBeVisible()
  await expect(aside.getByRole('heading', { name: 'Who to follow' })).toBeVisible()
  await expect(aside.getByRole('button', { name: /^Follow/ })).toHaveCount(4)
  for (const width of [1024, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const main = await page.getByRole('main').boundingBox()
    const { x, y } = (await aside.getByRole('region').first().boundingBox()) ?? { x: 0, y: 0 }
    expect(x, `${path} at ${width}`).toBeGreaterThanOrEqual((main?.x ?? 0) + (main?.width ?? width))
    expect(Math.round(y), path).toBe(24)
  }
  const first = await page.getByRole('banner').getByRole('link').first().boundingBox()
  expect(Math.round(first?.y ?? 0), 'the left side bar').toBe(24)
}

/** Each theme and each size once: what depends on both would need a style that depends on both. */
for (const [colorScheme, viewport] of [
  ['dark', PHONE],
  ['light', DESKTOP],
] as const) {
  test.describe(`${colorScheme} at ${viewport.width} px`, () => {
    test.use({ colorScheme, viewport })

    test('R2.18, R2.34: title, layout shift, axe, reflow, side bars', async ({ page }) => {
      test.slow()
      for (const path of ['/', '/?form=signup']) {
        await open(page, path)
        await expectNoViolations(page, path)
        await expectReflow(page, path)
        await page.setViewportSize(viewport)
      }
      // The notice that it is floats, and is not shown on the landing screen.
      await waitForPrecache(page)
      const shifts = await recordShifts(page)
      // The landing screen is painted before the font of its texts has come.
      await logInAsGuest(page)
      // So that there are placeholders.
      await setMock(page, { delay: 400 })
      for (const [path, title] of Object.entries(SCREENS)) {
        await open(page, path)
        await expect(page).toHaveTitle(`${title} · Gearheads`)
        await page.waitForLoadState('networkidle')
        expect.soft(await shifts(), path).toEqual([])
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await expectNoViolations(page, path)
        await page.emulateMedia({ reducedMotion: 'no-preference' })
        if (WITH_FIELDS.includes(path)) expect.soft(await weakBorders(page), path).toEqual([])
        if (viewport === DESKTOP) await expectRightSideBar(page, path)
        await expectReflow(page, path)
        await page.setViewportSize(viewport)
      }
      await page.setViewportSize({ width: 1023, height: 900 })
      await expect(page.getByRole('complementary')).toBeHidden()
    })

    test('axe finds nothing in any dialog and menu', async ({ page }) => {
      test.slow()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const scan = (what: string) => expectNoViolations(page, what)
      const close = () => page.keyboard.press('Escape')
      await logInAsGuest(page)
      const composer = page.getByRole('form', { name: 'What are you driving' })
      await pick(page, [pictureFile(), pictureFile(60, 60), pictureFile(70, 60)])
      await expect(composer.getByText('3 pictures added')).toBeVisible()
      await scan('pictures of a draft')
      await page.getByRole('button', { name: 'Edit picture 2' }).click()
      await page.getByRole('button', { name: 'Add a box' }).click()
      await scan('editor of a picture')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await writePost(page, 'Looked at by axe')
      // On a phone the toast would cover a part of the button Close.
      await expect(page.getByText('User logged in')).toBeHidden()
      await page.getByRole('button', { name: 'View picture 2 of 3 full screen' }).click()
      await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible()
      await scan('viewer')
      await close()

      const menu = page.getByRole('button', { name: 'Post menu' })
      await menu.click()
      await scan('post menu')
      for (const item of ['Edit Post', 'Delete Post']) {
        if (item === 'Delete Post') await menu.click()
        await page.getByRole('menuitem', { name: item }).click()
        await scan(item)
        await close()
      }

      await openPost(page)
      await writeComment(page, 'A comment')
      await page.getByRole('button', { name: 'Comment menu' }).click()
      await scan('post with the menu of a comment')
      await close()
      // On a phone the composer is one line until it is used.
      await page.getByRole('textbox', { name: 'Add a comment' }).focus()
      await page.getByRole('button', { name: 'Add an emoji' }).click()
      await expect(page.locator('em-emoji-picker .category button').first()).toBeVisible()
      await scan('emoji')
    })
  })
}

for (const path of ['/api/users', '/api/posts'])
  test(`a late answer of ${path} moves no card of the side bar (R2.34)`, async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await signUpByApi(page)
    await setMock(page, { failures: [{ method: 'GET', path, kind: 'slow', p50: 3000 }] })
    const shifts = await recordShifts(page)
    await page.goto('/settings')
    const aside = page.getByRole('complementary')
    await expect(aside.getByRole('region', { name: 'More of Gearheads' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(aside.getByRole('region')).toHaveCount(3)
    expect(await shifts()).toEqual([])
  })

const SIZES = [
  DESKTOP,
  { width: 1024, height: 700 },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  PHONE,
  { width: 320, height: 568 },
]
/** The narrowest, and the first with the side bar. */
const EDGES = SIZES.filter(({ width }) => width === 320 || width === 1024)

/** With the rest of a username, about as long as the API allows (R15.12). The last is one word. */
const NAMES = ['車'.repeat(80), 'מכונית '.repeat(11), '🏍️'.repeat(40), 'W'.repeat(80)]

test('the longest names fit every screen; Logout can be pressed (R2.16, R2.17)', async ({
  page,
}) => {
  test.slow()
  await signUpByApi(page)
  const call = await asViewer(page)
  const [firstName, bio] = ['N'.repeat(100), 'B'.repeat(500)]
  for (const name of NAMES) {
    const username = `${name}${newPerson().username}`
    await call('POST /api/users/edit', { userData: { username, firstName, bio } })
    await page.goto('/homePage')
    await expect(page.getByRole('article').first()).toBeVisible()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const logOut = page.getByRole('button', { name: 'Logout' })
      expect(await isUncovered(logOut), `${name} at ${size.width}`).toBe(true)
    }
  }
  const content = `${'P'.repeat(500)} https://garage.example/${'p'.repeat(300)}`
  await call('POST /api/posts', { content })
  const { _id, userId } = await newestPost(page)
  await call(`POST /api/comments/add/${_id}`, { content })
  await call(`POST /api/users/bookmark/${_id}`)

  const paths = [`/profilePage/${userId}`, ...Object.keys(SCREENS), `/post/${_id}`]
  for (const [index, path] of paths.entries()) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    // Each on both sides of where the side bar begins, and at one other size in turn.
    for (const size of [...EDGES, SIZES[index % SIZES.length] ?? DESKTOP]) {
      await page.setViewportSize(size)
      expect(await faults(page), `${path} at ${size.width}`).toEqual([])
    }
  }

  // The last of them is a post.
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size)
    const menu = index % 2 ? 'Post menu' : 'Comment menu'
    await page.getByRole('button', { name: menu }).click()
    expect(await faults(page), `${menu} at ${size.width}`).toEqual([])
    await page.getByRole('menuitem', { name: /Edit/ }).click()
    expect(await faults(page), `dialog of ${menu} at ${size.width}`).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})
