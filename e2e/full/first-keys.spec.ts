// Keys and texts that come in the first frame of a screen: nothing that loads or subscribes later replaces them.
import type { BrowserContext, Page } from 'playwright/test'
import { expect, posts, signUp, test, visit } from '../support/fixtures.ts'
import { test as clubTest } from '../support/sync-fixtures.ts'

/** Slows the processor of the page down, as of now. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

const PASTED = 'In one event'

/**
 * From the next start on, pastes a text into the first field that matches `selector` as soon as it is live, and records its keys
 * and the texts that a script replaces by others. No later event could repair the loss of what comes in one event.
 */
async function watchField(page: Page, selector: string): Promise<void> {
  await page.addInitScript(
    ({ selector, text }) => {
      const watched = { keys: '', replaced: [] as string[], value: () => '' }
      Object.assign(window, { watched })
      const observer = new MutationObserver(() => {
        const field = [...document.querySelectorAll<HTMLInputElement>(selector)].find(
          (one) => !one.closest('[inert]') && one.checkVisibility(),
        )
        if (!field) return
        observer.disconnect()
        watched.value = () => field.value
        const own = Object.getOwnPropertyDescriptor(field, 'value') as PropertyDescriptor
        Object.defineProperty(field, 'value', {
          ...own,
          set(text) {
            if (text !== field.value) watched.replaced.push(`${field.value} by ${text}`)
            own.set?.call(field, text)
          },
        })
        field.focus()
        field.setSelectionRange(field.value.length, field.value.length)
        document.execCommand('insertText', false, text)
        field.addEventListener('keydown', ({ key }) => {
          watched.keys += key
        })
      })
      observer.observe(document, { subtree: true, childList: true, attributes: true })
    },
    { selector, text: PASTED },
  )
}

type Watched = { watched: { keys: string; replaced: string[]; value: () => string } }

/** Presses keys one after the other, faster than the page handles them, until the field has received 40. */
async function typeUntilHeard(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const heard = () =>
    page.evaluate(() => (window as unknown as Watched).watched?.keys ?? '').catch(() => '')
  let count = 0
  while ((await heard()).length < 40) {
    const presses = Array.from({ length: 10 }, () => {
      const text = String(count++ % 10)
      return devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text })
    })
    await Promise.all(presses)
  }
  return heard()
}

/** Presses keys, and expects them in the field behind what was pasted, also when the app has rendered with its data. */
async function expectAllThere(page: Page): Promise<void> {
  const keys = await typeUntilHeard(page)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const { value, replaced } = await page.evaluate(() => {
    const { watched } = window as unknown as Watched
    return { value: watched.value(), replaced: watched.replaced }
  })
  expect(value.slice(-keys.length - PASTED.length)).toBe(PASTED + keys)
  expect(replaced).toEqual([])
}

type Screen = { path: string; field: string; isReload?: boolean }

/** Opens a screen in a tab of its own. Open tabs keep their drafts to themselves. */
async function expectNothingLost(context: BrowserContext, { path, field, isReload }: Screen) {
  const tab = await context.newPage()
  if (isReload) await tab.goto(path)
  await watchField(tab, field)
  await slowDown(tab, 4)
  await (isReload ? tab.reload({ waitUntil: 'commit' }) : tab.goto(path, { waitUntil: 'commit' }))
  await expectAllThere(tab)
  await slowDown(tab, 1)
}

test('nothing is lost that is typed or pasted in the first frame of a screen (R4.21)', async ({
  page,
  context,
}) => {
  test.slow()
  await visit(page)
  for (const path of ['/', '/?form=signup'])
    await expectNothingLost(context, { path, field: 'form input' })
  await signUp(page)
  // Leaves the home screen, which is saved for the next cold start.
  await page.goto('about:blank')
  for (const screen of [
    // A cold start.
    { path: '/', field: 'textarea' },
    { path: '/homePage', field: 'textarea', isReload: true },
    { path: '/post/5', field: 'textarea' },
    { path: '/explore', field: 'main input[type=search]' },
    { path: '/settings', field: 'textarea' },
    { path: '/settings', field: 'aside input[type=search]' },
    { path: '/mock', field: '[aria-label=Endpoint]' },
  ])
    await expectNothingLost(context, screen)
})

clubTest('plain http: the first frame (R4.21)', async ({ page, startClub, expectErrors }) => {
  // Chromium says that COOP has no effect on plain http.
  expectErrors(/Cross-Origin-Opener-Policy/)
  const club = await startClub('--controls', '--origin', 'http://garage.test')
  await watchField(page, 'textarea')
  await page.goto(club.url.replace('localhost', 'garage.test'))
  await slowDown(page, 4)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expectAllThere(page)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText(PASTED)
})
