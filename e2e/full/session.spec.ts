// Sessions that begin or end behind the screen: late replies, other tabs, invalid tokens.
import type { Page } from 'playwright/test'
import { composer, logIn } from '../support/actions.ts'
import { stopWorkers } from '../support/devtools.ts'
import { expect, posts, signUpByApi, test, watchToasts } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { toasts, visitor } from '../support/session.ts'

const ENDED = 'Your session has ended.'

/** Makes all tokens invalid, as if the worker had signed them with another key. */
async function replaceSigningKey(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const opening = indexedDB.open('gearheads')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('rows', 'readwrite')
      const key = crypto.getRandomValues(new Uint8Array(32))
      transaction.objectStore('rows').put(key, 'meta/token-key')
      transaction.oncomplete = resolve
    }
    await promise
    opening.result.close()
  })
  await stopWorkers(page)
}

test('a log-in counts late on any screen, and in another tab', async ({ page, context }) => {
  const person = await visitor(page)
  const other = await context.newPage()
  const shown = await watchToasts(other)
  await other.goto('/settings')
  await expect(other).toHaveURL('/')
  await logIn(page, person)
  await expect(page).toHaveURL('/homePage')
  await expect(other).toHaveURL('/settings')
  expect(shown).toEqual([])
  await other.close()

  await page.evaluate(() => localStorage.clear())
  // A screen of the same document: leaving the document would end the request.
  await page.goto('/nowhere')
  await page.getByRole('link', { name: 'Home Page' }).click()
  await setMock(page, { delay: 1000 })
  await logIn(page, person)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'PAGE 404 Go Back to Homepage' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL('/nowhere')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await setMock(page, { delay: 3000 })
  await logIn(page, person)
  await page.getByRole('link', { name: 'Create new account' }).click()
  await expect(page.getByRole('form', { name: 'Sign-Up' })).toBeVisible()
  await expect(page).toHaveURL('/homePage')
  await setMock(page, { delay: 0 })
  // Back shows no form to a signed-in user.
  await page.goBack()
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page).first()).toBeVisible()
})

test('a session ends behind a screen (R3.15)', async ({ page, consoleErrors, expectErrors }) => {
  const person = await signUpByApi(page)
  const bell = page.waitForResponse(/\/api\/notifications/)
  await page.goto('/homePage')
  await composer(page).fill('Not lost at all')
  // It reads with the token, too.
  await bell
  await replaceSigningKey(page)
  await page.getByRole('button', { name: 'Vroom' }).click()
  // One message explains the text of the failed call. The toast of the log-in may still show.
  const failures = toasts(page).and(page.locator('[data-type="error"]'))
  await expect(failures).toHaveCount(1)
  await expect(failures).toContainText(ENDED)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
  await expect(page.getByRole('form').getByRole('alert')).toHaveText(ENDED)
  await expect(page.getByLabel('Username')).toBeFocused()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('gearheads-token')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('gearheads-last'))).toBeNull()
  // A new page resets the throttle of the log-in form (R3.9); the draft is stored by now.
  await page.reload()
  await expect(page.getByRole('form').getByRole('alert')).toHaveText(ENDED)
  await logIn(page, person)
  await expect(page).toHaveURL('/homePage')
  expect(await page.evaluate(() => sessionStorage.getItem('gearheads-ended'))).toBeNull()
  await expect(composer(page)).toHaveValue('Not lost at all')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('Not lost at all')

  expect(consoleErrors.join()).not.toContain('This screen needs a signed-in user')
  expectErrors(/\b(401|404)\b/)
})
