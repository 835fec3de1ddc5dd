// The log-in and sign-up forms (R3.7 to R3.10, R3.19, R3.21), and which screens visitors see.
import { fillSignUp, logIn } from '../support/actions.ts'
import {
  expect,
  NETWORK,
  newPerson,
  posts,
  signUp,
  test,
  toast,
  visit,
  watchToasts,
} from '../support/fixtures.ts'
import { resetData, setMock } from '../support/mock.ts'
import { waitForPrecache } from '../support/pwa-fixtures.ts'

/** The token that this browser keeps. */
const token = () => localStorage.getItem('gearheads-token')

test('the log-in form (R3.7, R3.8, R3.9, R3.10, R3.19)', async ({ page, expectErrors }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/auth') && calls.push(request.url()))
  await page.clock.install()
  await page.goto('/')
  const submit = page.getByRole('button', { name: 'Log in', exact: true })
  const username = page.getByLabel('Username')
  const password = page.getByLabel('Password', { exact: true })
  await submit.click()
  await expect(toast(page, 'Fill all the fields')).toBeVisible()
  await expect(username).toBeFocused()
  await expect(username).toHaveAccessibleDescription('Enter your username.')
  await logIn(page, { username: 'mira', password: 'short' })
  await expect(toast(page, 'Please fill password correctly')).toBeVisible()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toHaveAccessibleDescription(/at least one digit and one symbol/)
  expect(calls).toEqual([])

  await password.fill('Wrong#123')
  await submit.dblclick()
  const refusal = 'The credentials you entered are invalid. Unauthorized access error.'
  await expect(toast(page, refusal)).toBeVisible()
  expect(calls).toHaveLength(1)
  await page.clock.fastForward(3000)
  const second = page.waitForResponse('**/api/auth/login')
  await submit.click()
  await second
  expect(calls).toHaveLength(2)
  expectErrors(/\b401\b/)

  await page.clock.fastForward(3000)
  await setMock(page, { delay: 3000 })
  const guest = page.getByRole('button', { name: 'Log in as guest' })
  await expect(guest).toBeEnabled()
  const before = await guest.boundingBox()
  await guest.click()
  await expect(guest).toHaveAttribute('aria-busy', 'true')
  await expect(submit).toBeDisabled()
  await expect(submit).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('form').getByRole('status')).toHaveText('Logging in…')
  const ring = await guest.evaluate((button) => getComputedStyle(button, '::before').width)
  expect(ring).toBe('12px')
  expect(await guest.boundingBox()).toEqual(before)
  await expect(page).toHaveURL('/homePage')
  await expect(toast(page, 'User logged in')).toBeVisible()
  expect((await page.evaluate(token))?.split('.')).toHaveLength(3)
})

test('the sign-up form, also after a lost reply (R2.8, R3.10, R3.21, R12.26)', async ({
  page,
  expectErrors,
}) => {
  const toasts = await watchToasts(page)
  await visit(page)
  await page.getByRole('link', { name: 'Create new account' }).press('Enter')
  const form = page.getByRole('form', { name: 'Sign-Up' })
  const name = form.getByLabel('Name', { exact: true })
  const username = form.getByLabel('Username')
  const password = form.getByLabel('Password', { exact: true })
  const submit = form.getByRole('button', { name: 'Sign up' })
  await expect(name).toBeFocused()
  await expect(username).toHaveAttribute('placeholder', /@/)
  await page.getByRole('link', { name: 'Already have account?' }).press('Enter')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByRole('link', { name: 'Create new account' }).press('Enter')

  const person = newPerson('Another Mira')
  await fillSignUp(page, { ...person, name: '', username: 'mira' })
  await submit.click()
  await expect(toast(page, 'Fill all the fields')).toBeVisible()
  await name.fill(person.name)
  await submit.click()
  const taken = 'Unprocessable Entity. Username Already Exists.'
  await expect(toast(page, taken)).toBeVisible()
  await expect(name).toHaveValue(person.name)
  await expect(username).toHaveAccessibleDescription(/username is taken/)
  await expect(username).toBeFocused()
  await username.fill(person.username)
  await expect(username).not.toHaveAttribute('aria-invalid')
  expectErrors(/\b422\b/, NETWORK)

  await page.reload()
  await expect(name).toHaveValue(person.name)
  await expect(username).toHaveValue(person.username)
  await expect(password).toHaveValue('')
  const stored = () =>
    page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(await stored()).not.toContain(person.password)

  const lost = { method: 'POST', path: '/api/auth/signup', status: 0, after: true, times: 1 }
  await setMock(page, { failures: [lost] })
  await password.fill(person.password)
  await form.getByLabel('Email').fill('never@sent.example')
  const sent = page.waitForRequest('**/api/auth/signup')
  await submit.click()
  expect((await sent).postDataJSON()).toEqual(person)
  await expect(toast(page, 'Something went wrong')).toBeVisible()
  await setMock(page, { delay: 3000 })
  await submit.click()
  await expect(submit).toHaveAttribute('aria-busy', 'true')
  await expect(form.getByRole('status')).toHaveText('Creating your account…')
  await expect(posts(page).first()).toBeVisible()
  expect(await stored()).not.toContain('sign-up')
  expect(await page.evaluate(token)).toContain('.')
  // Those of the attempts before.
  expect(toasts).toHaveLength(3)
  expect(toasts.join()).toContain(taken)
})

test('the log-in form can restore a missing guest (R1.12)', async ({ page, expectErrors }) => {
  await visit(page)
  await resetData(page, 'empty')
  const guest = page.getByRole('button', { name: 'Log in as guest' })
  const before = await guest.boundingBox()
  await guest.click()
  const card = page.getByRole('form', { name: 'Log-in Form' })
  await expect(card.getByRole('alert')).toContainText('no longer a guest account')
  expect(await guest.boundingBox()).toEqual(before)

  await card.getByRole('button', { name: 'Restore the guest account' }).press('Enter')
  await expect(page).toHaveURL('/homePage')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeFocused()
  expectErrors(/\b404\b/)
})

test('which screens visitors and signed-in users see (R2.1, R2.2, R2.4)', async ({ page }) => {
  for (const path of ['/homePage', '/settings', '/bookMarkPage', '/explore', '/post/1']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await waitForPrecache(page)
  for (const path of ['/no/such/road', '/%', '/post/%zz']) {
    await page.goto(path)
    await expect(page.getByText('PAGE 404 Go Back to Homepage'), path).toBeVisible()
    await page.getByRole('link', { name: 'Home Page' }).click()
    await expect(page).toHaveURL('/')
  }
  // Otherwise the landing screen would remember the last of these addresses.
  await page.goto('about:blank')
  await signUp(page, newPerson())
  await page.goto('/')
  await expect(page).toHaveURL('/homePage')
})
