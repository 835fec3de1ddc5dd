// Keys and texts that come in the first frame of a screen: nothing that loads or subscribes later replaces them.
import type { Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import { expect, posts, signUp, test, visit } from '../support/fixtures.ts'
import { test as clubTest, leaveForm, post } from '../support/sync-fixtures.ts'

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

/**
 * Presses keys, faster than the page handles them, until the field has received 40. Expects them in the field behind what
 * was pasted, also when the app has rendered with its data.
 */
async function expectAllThere(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const heard = () =>
    page.evaluate(() => (window as unknown as Watched).watched?.keys ?? '').catch(() => '')
  const press = (text: string) =>
    devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text })
  while ((await heard()).length < 40) await Promise.all([...'0123456789'].map(press))
  const keys = await heard()
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

/** Opens a screen in a tab of its own. Open tabs keep their drafts to themselves. */
async function expectNothingLost(page: Page, path: string, field: string, isReload = false) {
  const tab = await page.context().newPage()
  if (isReload) await tab.goto(path)
  await watchField(tab, field)
  await slowDown(tab, 4)
  await (isReload ? tab.reload({ waitUntil: 'commit' }) : tab.goto(path, { waitUntil: 'commit' }))
  await expectAllThere(tab)
  await slowDown(tab, 1)
}

test('nothing typed or pasted in the first frame is lost (R4.21)', async ({ page }) => {
  test.slow()
  await visit(page)
  for (const path of ['/', '/?form=signup']) await expectNothingLost(page, path, 'form input')
  await signUp(page)
  // Leaves the home screen, which is saved for the next cold start.
  await page.goto('about:blank')
  await expectNothingLost(page, '/', 'textarea')
  await expectNothingLost(page, '/homePage', 'textarea', true)
  for (const [path, field] of [
    ['/post/5', 'textarea'],
    ['/explore', 'main input[type=search]'],
    ['/settings', 'textarea'],
    ['/settings', 'aside input[type=search]'],
    ['/mock', '[aria-label=Endpoint]'],
  ] as const)
    await expectNothingLost(page, path, field)
})

clubTest('plain http: no worker (R4.21, R16.12)', async ({ page, startClub, expectErrors }) => {
  // Chromium says that this header has no effect here.
  expectErrors(/Cross-Origin-Opener-Policy/)
  // The browser resolves this name to this machine: playwright.config.ts.
  const club = await startClub('--controls', '--origin', 'http://garage.test')
  await watchField(page, 'textarea')
  await page.goto(club.url.replace('localhost', 'garage.test'))
  await slowDown(page, 4)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expectAllThere(page)
  await slowDown(page, 1)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText(PASTED)
  await leaveForm(page)
  await expect(page.getByText('offline use need an https address')).toBeVisible()
  const allows = await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])
  expect(allows).toEqual([false, false])
  // Without the Clipboard API, which only secure contexts have.
  const share = post(page, PASTED).getByRole('button', { name: 'Share' })
  await share.click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await expect(share).toBeFocused()
  await composer(page).press('Control+v')
  await expect(composer(page)).toHaveValue(/^http:\/\/garage\.test:\d+\/post\/[-\w]+$/)
  await composer(page).clear()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByText('while Gearheads is closed need https')).toBeVisible()
})
