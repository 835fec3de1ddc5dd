// Keys and texts that come in the first frame of a screen: nothing that loads or subscribes later replaces them.
import type { Page } from 'playwright/test'
import { Club } from '../support/club.ts'
import { expect, newPerson, posts, signUp, test, visit } from '../support/fixtures.ts'

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

/** Waits until the app has rendered with its data: nothing may replace the field then either. */
async function expectReadAgain(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** Presses keys, and expects them in the field. */
async function expectAllKeys(page: Page): Promise<void> {
  const keys = await typeUntilHeard(page)
  await expectReadAgain(page)
  const { value, replaced } = await page.evaluate(() => {
    const { watched } = window as unknown as Watched
    return { value: watched.value(), replaced: watched.replaced }
  })
  expect(value.slice(-keys.length)).toBe(keys)
  expect(replaced).toEqual([])
}

async function fillSignUp(page: Page): Promise<void> {
  const { name, username, password } = newPerson()
  await page.getByRole('link', { name: 'Create new account' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

const PASTED = 'In one event'

/**
 * From the next start on, enters a text into the first field that matches `selector` at the first moment at which it is live,
 * in one event, as a paste, dictation or a text expander does. No later event could repair a loss.
 */
async function pasteInto(page: Page, selector: string): Promise<void> {
  await watchField(page, selector)
  await page.addInitScript(
    ({ selector, text }) => {
      const stop = new AbortController()
      const paste = ({ target }: Event) => {
        if (!(target as Element).matches(selector)) return
        stop.abort()
        document.execCommand('insertText', false, text)
      }
      addEventListener('focusin', paste, stop)
    },
    { selector, text: PASTED },
  )
}

/** Expects the text of {@link pasteInto} in the field. */
async function expectPasted(page: Page): Promise<void> {
  const read = () =>
    page.evaluate((text) => {
      const { watched } = window as unknown as Watched
      return { isKept: watched?.value().endsWith(text), replaced: watched?.replaced }
    }, PASTED)
  const whole = { isKept: true, replaced: [] }
  await expect.poll(read).toEqual(whole)
  await expectReadAgain(page)
  expect(await read()).toEqual(whole)
}

type Screen = { path: string; field: string; isVisitor?: boolean }

const screens: Record<string, Screen> = {
  'the log-in form': { path: '/', field: 'form input', isVisitor: true },
  'the sign-up form': { path: '/?form=signup', field: 'form input', isVisitor: true },
  'the composer after a cold start': { path: '/', field: 'textarea' },
  'the composer after a reload': { path: '/homePage', field: 'textarea' },
  comments: { path: 'post', field: 'textarea' },
  Settings: { path: '/settings', field: 'textarea' },
  Explore: { path: '/explore', field: 'main input[type=search]' },
  'the search at the side': { path: '/settings', field: 'aside input[type=search]' },
  'the tester': { path: '/mock', field: '[aria-label=Endpoint]' },
}

for (const rate of [1, 4]) {
  for (const [name, { path, field, isVisitor }] of Object.entries(screens)) {
    test(`nothing is lost that is typed or pasted in the first frame: ${name}, at 1/${rate} of the speed`, async ({
      page,
      context,
    }) => {
      await (isVisitor ? visit : signUp)(page)
      if (path === 'post')
        await posts(page)
          .first()
          .getByRole('link', { name: /^Comments/ })
          .click()
      const url = path === 'post' ? page.url() : path
      if (path === 'post') await page.getByRole('textbox', { name: 'Add a comment' }).waitFor()
      if (path === '/') await page.goto('about:blank')
      const second = await context.newPage()
      await pasteInto(second, field)
      await watchField(page, field)
      for (const tab of [page, second]) {
        await slowDown(tab, rate)
        await tab.goto(url, { waitUntil: 'commit' })
        await (tab === page ? expectAllKeys(tab) : expectPasted(tab))
      }
    })
  }
}

for (const rate of [1, 4]) {
  for (const way of ['log-in', 'sign-up']) {
    for (const input of ['keys', 'a paste']) {
      test(`at a club on plain http, the first frame after a ${way} keeps ${input}, at 1/${rate} of the speed`, async ({
        page,
        expectErrors,
      }) => {
        // Chromium says that COOP has no effect on plain http.
        expectErrors(/Cross-Origin-Opener-Policy/)
        const club = new Club('--controls', '--origin', 'http://garage.test')
        await club.start()
        await (input === 'keys' ? watchField : pasteInto)(page, 'textarea')
        await page.goto(club.url.replace('localhost', 'garage.test'))
        if (way === 'sign-up') await fillSignUp(page)
        await slowDown(page, rate)
        await page
          .getByRole('button', { name: way === 'sign-up' ? 'Sign up' : 'Log in as guest' })
          .click()
        await (input === 'keys' ? expectAllKeys(page) : expectPasted(page))
        await page.getByRole('button', { name: 'Vroom' }).click()
        await expect(posts(page).first()).toContainText(input === 'keys' ? '0123456789' : PASTED)
        await page.context().close()
        await club.remove()
      })
    }
  }
}
