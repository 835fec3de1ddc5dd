import { fillSignUp, logIn } from '../support/actions.ts'
import { expect, newPerson, signUp, test, toast, visit } from '../support/fixtures.ts'
import { resetData, setMock } from '../support/mock.ts'
import { waitForPrecache } from '../support/pwa-fixtures.ts'

test('while a log-in is pending, its button is busy, the other disabled, and one status announces it', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page)
  await setMock(page, { delay: 3000 })
  const guest = page.getByRole('button', { name: 'Log in as guest' })
  const logIn = page.getByRole('button', { name: 'Log in', exact: true })
  const before = await guest.boundingBox()
  await guest.click()
  await expect(guest).toHaveAttribute('aria-busy', 'true')
  await expect(logIn).toBeDisabled()
  await expect(logIn).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('form').getByRole('status')).toHaveText('Logging in…')
  const ring = await guest.evaluate((button) => getComputedStyle(button, '::before').width)
  expect(ring).toBe('12px')
  expect(await guest.boundingBox()).toEqual(before)
  await expect(page).toHaveURL('/homePage')
})

test('a pending sign-up is announced', async ({ page }) => {
  await visit(page)
  await setMock(page, { delay: 3000 })
  const person = newPerson()
  await page.getByRole('link', { name: 'Create new account' }).click()
  const form = page.getByRole('form', { name: 'Sign-Up' })
  await fillSignUp(page, person)
  await form.getByRole('button', { name: 'Sign up' }).click()
  await expect(form.getByRole('button', { name: 'Sign up' })).toHaveAttribute('aria-busy', 'true')
  await expect(form.getByRole('status')).toHaveText('Creating your account…')
  await expect(page).toHaveURL('/homePage')
})

test('switching between log-in and sign-up moves the focus to the first field', async ({
  page,
}) => {
  await visit(page)
  await expect(page.locator('body')).toBeFocused()
  await page.getByRole('link', { name: 'Create new account' }).press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'Already have account?' }).press('Enter')
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('the log-in form can restore a missing guest', async ({ page, expectErrors }) => {
  await visit(page)
  await resetData(page, 'empty')
  const guest = page.getByRole('button', { name: 'Log in as guest' })
  const before = await guest.boundingBox()
  await guest.click()
  const refusal = 'The username you entered is not Registered. Not Found error'
  await expect(toast(page, refusal)).toBeVisible()
  const card = page.getByRole('form', { name: 'Log-in Form' })
  await expect(card.getByRole('alert')).toContainText('no longer a guest account')
  expect(await guest.boundingBox()).toEqual(before)

  await setMock(page, { delay: 3000 })
  const login = page.waitForRequest('**/api/auth/login')
  await card.getByRole('button', { name: 'Restore the guest account' }).press('Enter')
  const restoring = card.getByRole('button', { name: 'Restoring…' })
  await expect(restoring).toHaveAttribute('aria-busy', 'true')
  await expect(restoring).toBeFocused()
  await expect(guest).toBeDisabled()
  await login
  await expect(restoring).toBeFocused()
  await expect(page).toHaveURL('/homePage')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeFocused()
  expectErrors(/\b404\b/)
})

test('a user logs out, which clears local storage, and logs in again', async ({ page }) => {
  const { username, password } = await signUp(page)
  await page.evaluate(() => localStorage.setItem('anything', 'else'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await logIn(page, { username, password })
  await expect(page).toHaveURL('/homePage')
})

test('a taken username shows an error and the form keeps its values', async ({
  page,
  expectErrors,
}) => {
  await visit(page)
  await page.getByRole('link', { name: 'Create new account' }).click()
  const form = page.getByRole('form', { name: 'Sign-Up' })
  await fillSignUp(page, { name: 'Another Mira', username: 'mira', password: 'Torque#1' })
  await form.getByRole('button', { name: 'Sign up' }).click()
  await expect(toast(page, 'Unprocessable Entity. Username Already Exists.')).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Another Mira')
  const username = form.getByLabel('Username')
  await expect(username).toHaveAccessibleDescription(/username is taken/)
  await expect(username).toBeFocused()
  await username.fill('mira-2')
  await expect(username).not.toHaveAttribute('aria-invalid')
  expectErrors(/\b422\b/)
})

test('a reload keeps name and username of a sign-up in this tab, until the account exists, and never the password', async ({
  page,
}) => {
  const person = newPerson()
  await visit(page)
  await page.getByRole('link', { name: 'Create new account' }).click()
  const form = page.getByRole('form', { name: 'Sign-Up' })
  await fillSignUp(page, person)
  await page.reload()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(person.name)
  await expect(form.getByLabel('Username')).toHaveValue(person.username)
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('')
  const stored = () =>
    page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(await stored()).not.toContain(person.password)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/homePage')
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContainEqual(
    expect.stringContaining('sign-up'),
  )
})

test('empty fields and an invalid password are rejected without a request', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/auth') && calls.push(request.url()))
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(toast(page, 'Fill all the fields')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Enter your username.')
  await logIn(page, { username: 'mira', password: 'short' })
  await expect(toast(page, 'Please fill password correctly')).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toHaveAccessibleDescription(/at least one digit and one symbol/)

  await expect(toast(page, 'Fill all the fields')).toHaveCount(0)
  await page.getByRole('link', { name: 'Create new account' }).click()
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('Torque#1')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(toast(page, 'Fill all the fields')).toBeVisible()
  expect(calls).toEqual([])
})

test('after a log-in submit, others are ignored for 3 seconds', async ({ page, expectErrors }) => {
  const logins: string[] = []
  page.on('request', (request) => request.url().endsWith('/login') && logins.push(request.url()))
  await page.clock.install()
  await page.goto('/')
  await page.getByLabel('Username').fill('mira')
  await page.getByLabel('Password', { exact: true }).fill('Wrong#123')
  const submit = page.getByRole('button', { name: 'Log in', exact: true })
  const refusal = toast(page, 'The credentials you entered are invalid. Unauthorized access error.')
  await submit.dblclick()
  await expect(refusal).toBeVisible()
  expect(logins).toHaveLength(1)

  await page.clock.fastForward(3000)
  const second = page.waitForResponse('**/api/auth/login')
  await submit.click()
  await second
  expect(logins).toHaveLength(2)
  expectErrors(/\b401\b/)
})

test('visitors are redirected to the landing screen, signed-in users to their feed', async ({
  page,
}) => {
  for (const path of ['/homePage', '/settings', '/bookMarkPage', '/explore', '/post/1']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  // Otherwise the landing screen would remember the last of these addresses.
  await page.goto('about:blank')
  await signUp(page, newPerson())
  await page.goto('/')
  await expect(page).toHaveURL('/homePage')
})

for (const path of ['/no/such/road', '/%', '/post/%zz']) {
  test(`${path} shows the 404 page with a link home`, async ({ page }) => {
    await page.goto('/')
    await waitForPrecache(page)
    await page.goto(path)
    await expect(page.getByText('PAGE 404 Go Back to Homepage')).toBeVisible()
    await page.getByRole('link', { name: 'Home Page' }).click()
    await expect(page).toHaveURL('/')
  })
}
