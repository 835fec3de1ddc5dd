// How sessions begin and end, and which screen the user sees then: it follows from whether there is a viewer.
import { apiErrors } from '../../src/contract/errors.ts'
import { composer, logIn } from '../support/actions.ts'
import { expect, newPerson, test, visit } from '../support/fixtures.ts'
import { toasts, visitor } from '../support/session.ts'

const ENDED = 'Your session has ended.'
test('after log-in the requested address opens, but not after log-out (R2.2)', async ({ page }) => {
  const person = await visitor(page)
  const asked = '/homePage?compose=true'
  await page.goto(asked)
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Create new account' }).click()
  await page.reload()
  await page.getByRole('link', { name: 'Already have account?' }).click()
  await logIn(page, person)
  await expect(page).toHaveURL(asked)
  await expect(composer(page)).toBeFocused()

  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await logIn(page, person)
  await expect(page).toHaveURL('/homePage')
})

test('an invalid stored token leads to the landing screen with one toast (R3.15)', async ({
  page,
  expectErrors,
}) => {
  await visit(page)
  await page.evaluate(() => localStorage.setItem('gearheads-token', 'nonsense'))
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/homePage')
  await expect(page).toHaveURL('/')
  await expect(toasts(page)).toHaveText([apiErrors.badToken.text + ENDED])
  expect(await page.evaluate(() => localStorage.getItem('gearheads-token'))).toBeNull()
  await expect(page.getByRole('alert')).toHaveText(ENDED)
  await expect(toasts(page)).toHaveCount(1)
  expect(requests).toContain('/api/auth/verify')
  expect(requests).not.toContain('/api/users/bookmark/')
  expectErrors(/\b401\b/)
})

test('after a failed log-in, the buttons show that they wait, and then a guest can log in (R3.19)', async ({
  page,
  expectErrors,
}) => {
  await visit(page)
  await logIn(page, { ...newPerson(), username: 'nobody' })
  await expect(toasts(page)).toHaveText([apiErrors.notRegistered.text])
  expectErrors(/\b404\b/)
  const asGuest = page.getByRole('button', { name: 'Log in as guest' })
  await expect(asGuest).toHaveAttribute('aria-busy', 'true')
  await expect(asGuest).toBeDisabled()
  await expect(page.getByText('Please wait…')).toBeAttached()
  // Playwright waits until it is enabled.
  await asGuest.click()
  await expect(page).toHaveURL('/homePage')
})
