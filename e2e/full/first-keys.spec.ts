// Keys and texts that come in the first frame of a screen: nothing that loads or subscribes later replaces them.
import type { BrowserContext, Page } from 'playwright/test'
import { fillSignUp } from '../support/actions.ts'
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

type Screen = { path: string; field: string; isReload?: boolean }

/** Enters keys in one tab and a paste in another, in the first frame of a screen. Open tabs keep their drafts to themselves. */
async function expectNothingLost(context: BrowserContext, rate: number, screen: Screen) {
  const { path, field, isReload } = screen
  for (const watch of [watchField, pasteInto]) {
    const tab = await context.newPage()
    if (isReload) await tab.goto(path)
    await watch(tab, field)
    await slowDown(tab, rate)
    await (isReload ? tab.reload({ waitUntil: 'commit' }) : tab.goto(path, { waitUntil: 'commit' }))
    await (watch === watchField ? expectAllKeys(tab) : expectPasted(tab))
    await slowDown(tab, 1)
  }
}

/** Each screen once, at one of two speeds of the processor. */
const screens: [rate: number, visitors: string, ...Screen[]][] = [
  [
    1,
    '/?form=signup',
    { path: '/homePage', field: 'textarea', isReload: true },
    { path: '/settings', field: 'textarea' },
    { path: '/settings', field: 'aside input[type=search]' },
  ],
  [
    4,
    '/',
    // A cold start.
    { path: '/', field: 'textarea' },
    { path: '/post/5', field: 'textarea' },
    { path: '/explore', field: 'main input[type=search]' },
    { path: '/mock', field: '[aria-label=Endpoint]' },
  ],
]

for (const [rate, visitors, ...others] of screens) {
  test(`nothing is lost that is typed or pasted in the first frame of a screen, at 1/${rate} of the speed (R4.21)`, async ({
    page,
    context,
  }) => {
    test.slow()
    await visit(page)
    await expectNothingLost(context, rate, { path: visitors, field: 'form input' })
    await signUp(page)
    // Leaves the home screen, which is saved for the next cold start.
    await page.goto('about:blank')
    for (const screen of others) await expectNothingLost(context, rate, screen)
  })
}

test('at a club on plain http, the first frame after a log-in keeps keys, and after a sign-up a paste (R4.21, R16.12)', async ({
  newContext,
  expectErrors,
}) => {
  // Chromium says that COOP has no effect on plain http.
  expectErrors(/Cross-Origin-Opener-Policy/)
  const club = new Club('--controls', '--origin', 'http://garage.test')
  await club.start()
  const expectKept = async (
    watch: typeof watchField,
    rate: number,
    button: string,
    text: string,
    prepare?: (page: Page) => Promise<void>,
  ) => {
    const page = await (await newContext()).newPage()
    await watch(page, 'textarea')
    await page.goto(club.url.replace('localhost', 'garage.test'))
    await prepare?.(page)
    await slowDown(page, rate)
    await page.getByRole('button', { name: button }).click()
    await (watch === watchField ? expectAllKeys(page) : expectPasted(page))
    await page.getByRole('button', { name: 'Vroom' }).click()
    await expect(posts(page).first()).toContainText(text)
    await page.context().close()
  }
  await expectKept(watchField, 4, 'Log in as guest', '0123456789')
  await expectKept(pasteInto, 1, 'Sign up', PASTED, async (page) => {
    await page.getByRole('link', { name: 'Create new account' }).click()
    await fillSignUp(page, newPerson())
  })
  await club.remove()
})
