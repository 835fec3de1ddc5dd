// Keys pressed in the first frame of a screen: nothing that loads or subscribes later replaces them.
import type { Page } from 'playwright/test'
import { Club } from '../support/club.ts'
import { expect, posts, signUp, test } from '../support/fixtures.ts'

/** Slows the processor of the page down, as of now. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/**
 * From the next start on, focuses the first field that matches `selector` as soon as it is live, and records its keys and
 * the texts that a script replaces by others.
 */
async function watchField(page: Page, selector: string): Promise<void> {
  await page.addInitScript((selector) => {
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
      field.addEventListener('keydown', ({ key }) => {
        watched.keys += key
      })
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  }, selector)
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

/** Presses keys, and expects them in the field. */
async function expectAllKeys(page: Page): Promise<void> {
  const keys = await typeUntilHeard(page)
  // Also after everything has been read again.
  await page.waitForLoadState('networkidle')
  const { value, replaced } = await page.evaluate(() => {
    const { watched } = window as unknown as Watched
    return { value: watched.value(), replaced: watched.replaced }
  })
  expect(value.slice(-keys.length)).toBe(keys)
  expect(replaced).toEqual([])
}

const screens = {
  'the composer after a cold start': { path: '/', field: 'textarea' },
  'the composer after a reload': { path: '/homePage', field: 'textarea' },
  comments: { path: 'post', field: 'textarea' },
  Settings: { path: '/settings', field: 'textarea' },
  Explore: { path: '/explore', field: 'main input[type=search]' },
  'the search at the side': { path: '/settings', field: 'aside input[type=search]' },
  'the tester': { path: '/mock', field: '[aria-label=Endpoint]' },
}

for (const rate of [1, 4]) {
  for (const [name, { path, field }] of Object.entries(screens)) {
    test(`no key is lost in the first frame: ${name}, at 1/${rate} of the speed`, async ({
      page,
    }) => {
      await signUp(page)
      if (path === 'post')
        await posts(page)
          .first()
          .getByRole('link', { name: /^Comments/ })
          .click()
      const url = path === 'post' ? page.url() : path
      if (path === 'post') await page.getByRole('textbox', { name: 'Add a comment' }).waitFor()
      await watchField(page, field)
      if (path === '/') await page.goto('about:blank')
      await slowDown(page, rate)
      await page.goto(url, { waitUntil: 'commit' })
      await expectAllKeys(page)
    })
  }
}

test('no key is lost in the first frame after a log-in at a club on plain http', async ({
  page,
  expectErrors,
}) => {
  const club = new Club('--controls', '--origin', 'http://garage.test')
  await club.start()
  await watchField(page, 'textarea')
  await page.goto(club.url.replace('localhost', 'garage.test'))
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expectAllKeys(page)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('0123456789')
  // Chromium says that COOP has no effect on plain http.
  expectErrors(/Cross-Origin-Opener-Policy/)
  await page.context().close()
  await club.remove()
})
