// Settings (R9) never lock a user out, and logging out ends the session in every tab.
import type { Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import {
  expect,
  logInAsGuest,
  NETWORK,
  newPerson,
  posts,
  signUp,
  signUpByApi,
  test,
  toast,
  writePost,
} from '../support/fixtures.ts'
import { failNext, setMock } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { storedTexts } from '../support/stored.ts'
import { ask, body, endpoint, method, result, submit } from '../support/tester-page.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Update my Profile' }).click()

test('the profile (R9.2, R9.3, R9.6, R9.8, R9.11)', async ({ page, expectErrors }) => {
  const { username } = await signUpByApi(page)
  await page.goto('/homePage')
  await writePost(page, 'Before the new name')
  await page.goto('/settings')
  const edits: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/edit')) edits.push(request.postDataJSON().userData)
  })
  const newPassword = page.getByLabel('Password', { exact: true })
  const userName = page.getByLabel('User-Name')
  const name = page.getByLabel('Name', { exact: true })
  await newPassword.fill('too weak')
  await save(page)
  await expect(toast(page, 'Please fill password correctly')).toBeVisible()
  await newPassword.fill('')
  await userName.fill('   ')
  await save(page)
  await expect(toast(page, 'Fill all the fields')).toBeVisible()
  await expect(userName).toBeFocused()
  await userName.fill(username)
  expect(edits).toEqual([])
  await name.fill('A'.repeat(101))
  await save(page)
  await expect(toast(page, 'userData.name: must be at most 100 characters')).toBeVisible()
  await expect(toast(page, 'The name must be at most 100 characters.')).toBeVisible()
  await expect(name).toHaveAccessibleDescription(/This must be at most 100 characters\.$/)
  expectErrors(/\b400\b/)

  edits.length = 0
  await name.fill('Ada of the Track')
  await save(page)
  await expect(page.getByText('Profile updated')).toBeVisible()
  expect(edits).toEqual([{ name: 'Ada of the Track', firstName: 'Ada of the Track' }])
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(posts(page).first()).toContainText(`Ada of the Track @${username}`)
})

/** Except the rows of its back end. */
const stored = (page: Page) => storedTexts(page, { rows: true })

test('a log-out leaves nothing, in any tab (R3.16)', async ({ page, context, expectErrors }) => {
  // Not the password of the examples in the API's description, which is cached.
  const { username, password } = await signUp(page, { ...newPerson(), password: 'Camshaft#9' })
  const token = await page.evaluate(() => localStorage.getItem('gearheads-token') ?? '')
  await composer(page).fill('Written in the first tab')
  const tester = await context.newPage()
  await tester.goto('/mock')
  await ask(tester, '/api/users', '200 OK')
  await method(tester).selectOption('POST')
  await endpoint(tester).fill('/api/auth/login')
  await body(tester).fill(JSON.stringify({ username, password, note: 'private-words' }))
  await submit(tester)
  await expect(result(tester)).toContainText('200 OK')
  await tester
    .getByRole('region', { name: 'Request' })
    .getByRole('button', { name: 'Save' })
    .click()
  await tester.getByRole('dialog').getByLabel('Name').fill('Saved by me')
  await tester.keyboard.press('Enter')
  await expect(toast(tester, 'Saved as Saved by me')).toBeVisible()

  const second = await context.newPage()
  await second.goto('/homePage')
  await expect(posts(second)).toHaveCount(5)
  await composer(second).fill('Written in the second tab')
  await second.evaluate(() => localStorage.setItem('anything', 'Written in the storage'))
  // Shared by another app and not accepted.
  await second.evaluate(async () => {
    const form = new FormData()
    form.set('text', 'Shared by another app')
    await fetch('/share', { method: 'POST', body: form, redirect: 'manual' })
  })
  await expect.poll(() => stored(page)).toContain('Written in the second tab')
  const before = await stored(page)
  const kept = ['Written in the first tab', 'Shared by another app', 'private-words', 'Saved by me']
  for (const text of [...kept, token]) expect(before).toContain(text)
  // The password is nowhere, not even in the tester's history.
  expect(before).not.toContain(password)

  await page.getByRole('button', { name: 'Logout' }).click()
  // Typed in one tab at the moment at which the other logs out.
  await Promise.all([
    second.waitForEvent('load'),
    tester.waitForEvent('load'),
    composer(second).pressSequentially(' and typed on'),
    page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click(),
  ])
  for (const tab of [page, second]) await expect(tab).toHaveURL('/')
  for (const tab of [page, second, tester]) {
    const after = await stored(tab)
    expect(after).not.toMatch(/Written in|typed on|Shared by|private-words|Saved by/)
    for (const secret of [token, password, username]) expect(after).not.toContain(secret)
  }
  // Another tab may check the session just when it ends.
  expectErrors(NETWORK, /401 .*\/api\/auth\/verify$/)
})

test('Settings ask before changes are lost, and name the guest (R9.4)', async ({ page }) => {
  await logInAsGuest(page)
  const settings = page.getByRole('link', { name: 'Settings' }).filter({ visible: true })
  const home = page.getByRole('link', { name: 'Home', exact: true }).filter({ visible: true })
  await settings.click()
  const bio = page.getByLabel('Bio')
  await bio.fill('Half a bio')
  await home.click()
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(bio).toHaveValue('Half a bio')

  const asked = page.waitForEvent('dialog')
  // The page stays, so this evaluation ends without a reload.
  await page.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(bio).toHaveValue('Half a bio')

  await home.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/homePage')
  await settings.click()
  await expect(page.getByLabel('User-Name')).toBeDisabled()
  await expect(page.getByLabel('Password', { exact: true })).toBeDisabled()
  await expect(page.getByText('The guest account is shared')).toBeVisible()
  await bio.fill('A whole bio')
  await save(page)
  await expect(page.getByText('Profile updated')).toBeVisible()
  await home.click()
  await expect(page).toHaveURL('/homePage')
})

test('edits made while a profile is being saved are kept, and the save continues after leaving (R9.8, R11.35)', async ({
  page,
  expectErrors,
}) => {
  await signUpByApi(page)
  await page.goto('/settings')
  const edit = { method: 'POST', path: '/api/users/edit' }
  await setMock(page, { failures: [{ ...edit, kind: 'slow', p50: 3000 }] })
  const startSave = async () => {
    const sent = page.waitForRequest(`**${edit.path}`)
    await save(page)
    await sent
  }
  const bio = page.getByLabel('Bio')
  const password = page.getByLabel('Password', { exact: true })
  const photo = page.getByRole('form', { name: 'Edit-Profile' }).locator('img').last()
  const home = page.getByRole('link', { name: 'Home', exact: true }).filter({ visible: true })
  await bio.fill('Half a bio')
  await startSave()
  await bio.press('End')
  await bio.pressSequentially(' and the rest')
  await password.fill('Torque#2')
  await page.getByLabel('Profile Image').setInputFiles(pictureFile())
  const button = page.getByRole('button', { name: 'Update my Profile' })
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(bio).toHaveValue('Half a bio and the rest')
  await expect(password).toHaveValue('Torque#2')
  await expect(photo).toHaveAttribute('src', /^blob:/)
  await home.click()
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()

  await startSave()
  await home.click()
  await expect(page).toHaveURL('/homePage')
  await page.getByRole('link', { name: 'Settings' }).filter({ visible: true }).click()
  await expect(bio).toHaveValue('Half a bio and the rest')

  await bio.fill('A refused bio')
  await setMock(page, { delay: 1500, failures: [] })
  await failNext(page, 'POST /api/users/edit', 500, {})
  await startSave()
  await home.click()
  await expect(toast(page, 'Something went wrong')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).filter({ visible: true }).click()
  await expect(bio).toHaveValue('A refused bio')
  expectErrors(/\b500\b/)
})

test('the index of Settings, by keys, a link and a reload (R9.14)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUpByApi(page)
  await page.goto('/homePage')
  await page.goto('/settings')
  const index = page.getByRole('navigation', { name: 'Groups of settings' })
  const current = index.locator('[aria-current]')
  await expect(index.getByRole('link')).toHaveText(['Profile', 'Account', 'App', 'Data'])
  await expect(current).toHaveText('Profile')
  for (const name of ['Data', 'App', 'Account']) {
    await index.getByRole('link', { name }).press('Enter')
    const heading = page.getByRole('heading', { name, exact: true })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await expect(current).toHaveText(name)
  }
  await page.mouse.move(720, 450)
  await page.mouse.wheel(0, -5000)
  await expect(current).toHaveText('Profile')
  await page.goBack()
  await expect(page).toHaveURL('/homePage')

  await page.goto('/settings#group-data')
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeInViewport()
  await expect(current).toHaveText('Data')
  const place = () => page.evaluate(() => scrollY)
  const before = await place()
  await page.reload()
  await expect(current).toHaveText('Data')
  await expect.poll(place).toBe(before)
})
