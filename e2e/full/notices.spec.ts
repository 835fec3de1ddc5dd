// Notices of the app: one at a time, and never over a control of the landing screen. Toasts (R11.5): top-left, closed
// after 3000 ms or by a click, with a progress bar; they pause on hover and can be dragged away.
import type { Page } from 'playwright/test'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { composer, openPost } from '../support/actions.ts'
import { as } from '../support/as-user.ts'
import { isUncovered } from '../support/covered.ts'
import { expect, logInAsGuest, posts, test, toast, visit } from '../support/fixtures.ts'
import { failNext, resetData, setMock } from '../support/mock.ts'
import { press } from '../support/press.ts'

const SIZES = [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 1024, height: 700 },
]
const TEXT = 'Fill all the fields'
const refused = (page: Page) => page.getByText(/^This browser blocks storage/)
const ready = (page: Page) => page.getByText('Ready to work offline')

function refuseStorage(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Blocked by a test', 'SecurityError')
        },
      })
    }
  })
}

test('no notice covers a control of the landing screen', async ({ page }) => {
  await refuseStorage(page)
  await page.goto('/')
  const failure = { method: 'GET', path: '/api/nothing', status: 500, times: 1 }
  await setMock(page, { delay: 0, failures: [failure] })
  for (const form of ['/', '/?form=signup']) {
    await page.goto(form)
    await expect(refused(page)).toBeVisible()
    await expect(page.getByText('1 simulated failure is on.')).toBeVisible()
    const controls = page.locator('main :is(a, button, input), footer a').filter({ visible: true })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const control of await controls.all()) {
        await control.evaluate((one) => one.scrollIntoView({ block: 'center' }))
        expect(await isUncovered(control), `${control} at ${size.width}`).toBe(true)
      }
    }
  }
})

test('an error is not shown over another form (R11.32)', async ({ page }) => {
  await visit(page)
  const error = toast(page, TEXT)
  const form = page.getByRole('form', { name: 'Log-in Form' })
  for (const leave of [
    async () => {
      await page.getByRole('link', { name: 'Create new account' }).press('Enter')
      await expect(page.getByRole('form', { name: 'Sign-Up' })).toBeVisible()
      await expect(error).toHaveCount(0)
      await page.getByRole('link', { name: 'Already have account?' }).press('Enter')
    },
    async () => {
      await form.getByLabel('Username').fill('mira')
      await form.getByLabel('Password', { exact: true }).fill(seedPasswords.mira)
      await form.getByLabel('Password', { exact: true }).press('Enter')
      await expect(toast(page, 'User logged in')).toBeVisible()
    },
  ]) {
    await form.getByRole('button', { name: 'Log in', exact: true }).press('Enter')
    // Under the pointer it does not close by itself.
    await error.hover()
    await leave()
    await expect(error).toHaveCount(0)
  }
})

test('on a phone a notice is low, alone, and above the bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await refuseStorage(page)
  await page.addInitScript(() => {
    navigator.storage.persist = async () => false
    navigator.storage.persisted = async () => false
  })
  await logInAsGuest(page)
  await expect(refused(page)).toBeVisible()
  await expect(ready(page)).toHaveCount(0)
  const close = page.getByRole('button', { name: 'Close', exact: true })
  await expect(close).toHaveCount(1)
  const notice = await refused(page).locator('..').boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Icon bar' }).boundingBox()
  expect(notice?.height).toBeLessThan(150)
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)

  // The composer keeps the focus.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const area = page.getByRole('textbox', { name: 'What are you driving' })
  await area.pressSequentially('Written')
  await expect(refused(page)).not.toBeInViewport()
  await area.press('Control+Enter')
  await page.clock.runFor(4900)
  await expect(refused(page)).not.toBeInViewport()
  await page.clock.runFor(200)
  await expect(refused(page)).toBeInViewport()
  await expect(area).toBeFocused()
  await page.clock.resume()

  await close.press('Enter')
  await expect(refused(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(ready(page)).toHaveCount(0)

  await page.getByRole('link', { name: 'Settings' }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Protect my data' }).click()
  const storage = page.getByRole('region', { name: 'Storage' })
  await expect(storage.getByRole('status').filter({ hasText: 'Download my data' })).toHaveText(
    /^The browser refused\. It usually agrees once the app is installed/,
  )
})

async function provoke(page: Page) {
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const shown = page.getByRole('listitem').filter({ hasText: TEXT })
  await expect(shown).toBeVisible()
  return shown
}

test('toasts: place, time, hover, drag, press (R11.5)', async ({ page }) => {
  test.slow()
  await page.clock.install()
  await page.goto('/')
  let shown = await provoke(page)
  // Under the pointer it stays.
  await shown.hover()
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  expect(box?.x).toBeLessThan(60)
  expect(box?.y).toBeLessThan(60)
  const region = page.getByRole('region', { name: /^Messages/ })
  await expect(region).toHaveAttribute('aria-live', 'polite')
  const bar = () =>
    shown.evaluate((item) => {
      const style = getComputedStyle(item, '::before')
      return [style.animationName, style.animationDuration, style.animationPlayState]
    })
  expect(await bar()).toEqual(['toast-progress', '3s', 'paused'])
  await page.mouse.move(700, 700)
  await expect.poll(bar).toEqual(['toast-progress', '3s', 'running'])
  await page.clock.runFor(4000)
  await expect(shown).toHaveCount(0)

  await page.clock.resume()
  shown = await provoke(page)
  const place = await shown.boundingBox()
  if (!place) throw new Error('The toast has no place')
  await page.mouse.move(place.x + 100, place.y + 20)
  await page.mouse.down()
  await page.mouse.move(place.x + 40, place.y + 20, { steps: 5 })
  await page.mouse.move(place.x - 160, place.y + 20, { steps: 10 })
  await page.mouse.up()
  await page.clock.runFor(1000)
  await expect(shown).toHaveCount(0)

  // One that arrives does not push away the one that is pressed.
  await provoke(page)
  await press(page, page.getByRole('button', { name: 'Close toast' }), 'mouse', () =>
    page.evaluate(() => {
      for (const field of document.querySelectorAll('input')) {
        field.focus()
        document.execCommand('insertText', false, 'short')
      }
      document.querySelector('form')?.requestSubmit()
    }),
  )
  await expect(toast(page, 'Please fill password correctly')).toBeVisible()
  await expect(toast(page, TEXT)).toHaveCount(0)
})

test('on a wide screen, a toast leaves Back uncovered', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await logInAsGuest(page)
  await openPost(page)
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Clear')
  await page.getByRole('textbox', { name: 'Add a comment' }).press('Control+Enter')
  await expect(toast(page, 'Commented')).toBeVisible()
  const back = page.getByRole('button', { name: 'Back', exact: true })
  // It slides in over the button.
  await expect.poll(() => isUncovered(back)).toBe(true)
  await expect(toast(page, 'Commented')).toBeVisible()
})

// Each size once, with the pointer of its kind.
for (const [viewport, pointer] of [
  [{ width: 390, height: 844 }, 'touch'],
  [{ width: 1440, height: 900 }, 'mouse'],
] as const) {
  test(`nothing moves in a press: ${pointer}, ${viewport.width} px (R2.29)`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.clock.install()
    await refuseStorage(page)
    await visit(page)
    await resetData(page, { users: 20, posts: 60, seed: 7 })
    await page.getByRole('button', { name: 'Log in as guest' }).click()
    const area = composer(page)
    /** The composer keeps the focus, and counts as unused. */
    async function leaveComposer() {
      await area.press('End')
      await page.clock.fastForward(6_000)
      await expect(refused(page)).toBeInViewport()
    }

    const compose = page.getByRole('button', { name: 'Write a post' })
    for (const wait of [async () => undefined, leaveComposer]) {
      await expect(posts(page).first()).toBeVisible()
      await area.fill('Half a lap')
      await wait()
      await page.evaluate(() => scrollTo(0, 2000))
      await press(page, compose, pointer)
      await expect(area).toBeFocused()
      // In the left sidebar it stays.
      if (viewport.width < 1024) await expect(compose).toHaveCount(0)
    }

    await leaveComposer()
    const mira = await as(page, 'mira')
    const post = () => mira('POST /api/posts', { content: 'From the next garage' })
    await post()
    const queued = page.getByRole('button', { name: '1 new post' })
    await press(page, queued, pointer, post)
    await expect(posts(page).first()).toContainText('From the next garage')

    await failNext(page, 'GET /api/nothing', 500)
    await area.focus()
    await leaveComposer()
    const turnOff = page.getByRole('button', { name: 'Turn off' })
    await press(page, turnOff, pointer)
    await expect(turnOff).toHaveCount(0)

    await area.focus()
    await leaveComposer()
    await press(page, page.getByRole('button', { name: 'Close', exact: true }), pointer)
    await expect(refused(page)).toHaveCount(0)
  })
}
