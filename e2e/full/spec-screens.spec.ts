// The rules of R2 about the content of the screens of a signed-in user, as titles of tests. They change nothing, so
// they share one signed-in page per size. Content that is the same at every size is tested once.
import type { Locator, Page } from 'playwright/test'
import { openPost } from '../support/actions.ts'
import {
  eachSize,
  expect,
  expectNoConsoleErrors,
  logInAsGuest,
  test,
  watchConsole,
} from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { SCREENS } from '../support/screens.ts'

test.describe.configure({ mode: 'default' })

eachSize((size) => {
  const consoleErrors: string[] = []
  let page: Page

  test.beforeAll(async ({ browser }, { project }) => {
    const viewport = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
    const { baseURL } = project.use
    page = await browser.newPage({ viewport: viewport[size], baseURL })
    watchConsole(page.context(), consoleErrors)
    await logInAsGuest(page)
  })

  test.afterEach(() => expectNoConsoleErrors(consoleErrors.splice(0)))

  test.afterAll(() => page.close())

  async function open(path: string): Promise<void> {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }

  test('/homePage has a composer: text area, image file picker, emoji picker, Vroom button', async () => {
    await open('/homePage')
    const composer = page.getByRole('form', { name: 'What are you driving' })
    // On a phone it is one line until it is used (R4.32).
    await composer.getByRole('textbox').focus()
    await expect(composer.getByRole('textbox')).toBeVisible()
    await expect(composer.locator('input[type=file]')).toHaveAttribute('accept', /image/)
    await expect(composer.getByRole('button', { name: 'Add an emoji' })).toBeVisible()
    await expect(composer.getByRole('button', { name: 'Vroom' })).toBeVisible()
  })

  test('/profilePage shows cover, avatar, first name, username, bio and both counts', async () => {
    await open('/profilePage/1')
    const profile = page.getByRole('region', { name: 'Profile of mira' })
    await expect(profile.getByRole('heading', { name: 'Mira Okafor' })).toBeVisible()
    await expect(profile.getByText('@mira')).toBeVisible()
    await expect(profile.getByText(/Air-cooled/)).toBeVisible()
    await expect(profile.getByText('0 Followers')).toBeVisible()
    await expect(profile.getByText('0 Following')).toBeVisible()
    await expect(profile.locator('img')).toHaveCount(2)
  })

  test('/settings is an Edit-Profile form with User-Name, Password, Bio and its button', async () => {
    await open('/settings')
    await expect(page.getByRole('heading', { name: 'Edit-Profile' })).toBeVisible()
    const form = page.getByRole('form', { name: 'Edit-Profile' })
    await expect(form.getByLabel('User-Name')).toHaveValue('guest')
    await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
    await form.getByRole('button', { name: 'Show password' }).click()
    await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
    await expect(form.getByLabel('Bio')).toBeVisible()
    await expect(form.getByText('Profile Image')).toBeVisible()
    await expect(form.locator('input[type=file]').first()).toHaveAttribute('accept', /image/)
    await expect(form.getByRole('button', { name: 'Update my Profile' })).toBeVisible()
  })

  test('/post shows the post, a comment composer with a Vroom button and the comments', async () => {
    await open('/post/5')
    await expect(page.getByRole('article', { name: 'By mira' })).toBeVisible()
    const composer = page.getByRole('form', { name: 'Add a comment' })
    await composer.getByRole('textbox').focus()
    await expect(composer.getByRole('button', { name: 'Vroom' })).toBeVisible()
    await expect(composer.getByRole('button', { name: 'Add an emoji' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'By juno' })).toBeVisible()
  })

  test("the bar links to Home, BookMark, Explore, the user's own Profile and Settings", async () => {
    await open('/homePage')
    const bar = page.getByRole('navigation', { name: size === 'phone' ? 'Icon bar' : 'Main' })
    const links = {
      BookMark: '/bookMarkPage',
      Explore: '/explore',
      Profile: /\/profilePage\/019a0000-0000-7005/,
      Settings: '/settings',
      Home: '/homePage',
    }
    for (const [name, url] of Object.entries(links)) {
      await bar.getByRole('link', { name }).click()
      await expect(page).toHaveURL(url)
    }
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })

  if (size === 'desktop') {
    test('the right side bar of every screen has a search and "Who to follow" with follow buttons', async () => {
      for (const path of Object.keys(SCREENS)) {
        await open(path)
        const aside = page.getByRole('complementary')
        for (const width of [1440, 1100, 1024]) {
          await page.setViewportSize({ width, height: 900 })
          await expect(aside.getByPlaceholder('search username or name')).toBeVisible()
          await expect(aside.getByRole('heading', { name: 'Who to follow' })).toBeVisible()
          await expect(aside.getByRole('button', { name: /^Follow/ })).toHaveCount(4)
          const main = await page.getByRole('main').boundingBox()
          const right = (main?.x ?? 0) + (main?.width ?? width)
          expect(
            (await aside.boundingBox())?.x,
            `beside ${path} at ${width}`,
          ).toBeGreaterThanOrEqual(right)
        }
        await page.setViewportSize({ width: 1023, height: 900 })
        await expect(aside).toBeHidden()
        await page.setViewportSize({ width: 1440, height: 900 })
      }
    })

    test('request and response of the tester are side by side at 1280 px, and its list beside them at 1920 px', async () => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await open('/mock')
      const place = async (region: Locator) => (await region.boundingBox()) ?? { x: 0, y: 0 }
      const headers = await place(page.getByRole('region', { name: 'Headers: 1' }))
      const submit = await place(page.getByRole('button', { name: 'Submit' }))
      const response = await place(page.getByRole('region', { name: 'Response', exact: true }))
      expect(headers.x).toBeLessThan(response.x)
      expect(submit.x, 'one bar above both').toBeGreaterThan(response.x)
      expect(submit.y).toBeLessThan(response.y)

      await page.setViewportSize({ width: 1920, height: 1080 })
      const list = await place(page.getByRole('tablist', { name: 'Tools' }))
      const wideHeaders = await place(page.getByRole('region', { name: 'Headers: 1' }))
      expect(list.x, 'three panes').toBeLessThan(wideHeaders.x)
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    test('/post shows "...loading" while the post loads', async () => {
      await open('/homePage')
      // Long enough to be seen on a slow machine.
      await setMock(page, { delay: 6000 })
      await openPost(page, 1)
      await expect(page.getByText('...loading')).toBeVisible()
      await setMock(page, { delay: 0 })
      await expect(page.getByRole('article', { name: 'By kenji' })).toBeVisible()
    })
  } else {
    test('the icon bar shows on every path except /', async () => {
      for (const path of ['/homePage', '/settings', '/explore', '/post/5', '/nowhere']) {
        await open(path)
        await expect(page.getByRole('navigation', { name: 'Icon bar' })).toBeVisible()
      }
    })
  }
})
