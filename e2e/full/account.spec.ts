// Settings (R9) never lock a user out, and logging out ends the session in every tab.
import type { Page } from 'playwright/test'
import { composer, logIn } from '../support/actions.ts'
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
import { fetchApi } from '../support/mock.ts'
import { ask, body, endpoint, method } from '../support/tester-page.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Update my Profile' }).click()

test('settings reject a name or password that could not log in, before sending', async ({
  page,
  expectErrors,
}) => {
  const { username, password } = await signUpByApi(page)
  await page.goto('/settings')
  const edits: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/edit')) edits.push(request.postDataJSON().userData)
  })
  await page.getByLabel('Password', { exact: true }).fill('too weak')
  await save(page)
  await expect(toast(page, 'Please fill password correctly')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('')
  await page.getByLabel('User-Name').fill('   ')
  await save(page)
  await expect(toast(page, 'Fill all the fields')).toBeVisible()
  await expect(page.getByLabel('User-Name')).toBeFocused()
  expect(edits).toEqual([])
  await page.getByLabel('User-Name').fill('..')
  await save(page)
  await expect(page.getByLabel('User-Name')).toHaveAccessibleDescription(/^This must not be/)
  await expect(page.getByText('userData')).toHaveCount(0)
  edits.length = 0
  expectErrors(/\b400\b/)

  await page.getByLabel('User-Name').fill(username)
  await page.getByLabel('Bio').fill('Same password')
  await save(page)
  await expect(page.getByText('Profile updated')).toBeVisible()
  expect(edits).toEqual([{ bio: 'Same password' }])

  await page.getByRole('button', { name: 'Logout' }).click()
  await logIn(page, { username, password })
  await expect(page).toHaveURL('/homePage')
})

test('a new name shows above the posts that are there; an empty one or a long one is refused', async ({
  page,
  expectErrors,
}) => {
  const { username } = await signUpByApi(page)
  await page.goto('/homePage')
  await writePost(page, 'Before the new name')
  await page.goto('/settings')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('  ')
  await save(page)
  await expect(toast(page, 'Fill all the fields')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('A'.repeat(101))
  await save(page)
  await expect(toast(page, 'userData.name: must be at most 100 characters')).toBeVisible()
  await expect(toast(page, 'The name must be at most 100 characters.')).toBeVisible()
  await expect(name).toHaveAccessibleDescription(/This must be at most 100 characters\.$/)
  expectErrors(/\b400\b/)
  await name.fill('Ada of the Track')
  await save(page)
  await expect(page.getByText('Profile updated')).toBeVisible()
  const { data } = await fetchApi<{ users: unknown[] }>(page, `GET /api/users?search=${username}`)
  expect(data.users).toMatchObject([{ name: 'Ada of the Track', firstName: 'Ada of the Track' }])
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(posts(page).first()).toContainText(`Ada of the Track @${username}`)
})

test('the guest can change everything except username and password, and sees why', async ({
  page,
}) => {
  await logInAsGuest(page)
  await page.goto('/settings')
  await expect(page.getByLabel('User-Name')).toBeDisabled()
  await expect(page.getByLabel('Password', { exact: true })).toBeDisabled()
  await expect(page.getByText('The guest account is shared')).toBeVisible()
  await page.getByLabel('Bio').fill('Just passing through')
  await save(page)
  await expect(page.getByText('Profile updated')).toBeVisible()
})

/** Everything that the page can read of this origin, except the rows of its back end, as one text. */
function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    const done = (request: IDBRequest) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      if (name === 'gearheads') continue
      const open = indexedDB.open(name)
      await done(open)
      for (const store of open.result.objectStoreNames) {
        const rows = open.result.transaction(store).objectStore(store)
        kept.push(name, await done(rows.getAllKeys()), await done(rows.getAll()))
      }
      open.result.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        kept.push(request.url, ...(request.url.includes('/assets/') ? [] : [await answer?.text()]))
      }
    }
    return JSON.stringify(kept)
  })
}

test('logging out removes all data of the user, in every tab', async ({
  page,
  context,
  expectErrors,
}) => {
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
  await tester.getByRole('button', { name: 'Submit' }).click()
  await expect(tester.getByText('200 OK')).toBeVisible()
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
  // Shared by another app and not accepted.
  await second.evaluate(async () => {
    const form = new FormData()
    form.set('text', 'Shared by another app')
    await fetch('/share', { method: 'POST', body: form, redirect: 'manual' })
  })
  await expect.poll(() => everythingStored(page)).toContain('Written in the second tab')
  const before = await everythingStored(page)
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
    const after = await everythingStored(tab)
    for (const text of [/Written in/, /typed on/, /Shared by/, /private-words/, /Saved by/])
      expect(after).not.toMatch(text)
    for (const secret of [token, password, username]) expect(after).not.toContain(secret)
  }
  // Another tab may check the session just when it ends.
  expectErrors(NETWORK, /401 .*\/api\/auth\/verify$/)
})

test('unsaved changes ask before a navigation or a reload discards them', async ({ page }) => {
  await logInAsGuest(page)
  const settings = page.getByRole('link', { name: 'Settings' }).filter({ visible: true })
  const home = page.getByRole('link', { name: 'Home', exact: true }).filter({ visible: true })
  await settings.click()
  await home.click()
  await expect(page).toHaveURL('/homePage')

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

  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  const lose = page.getByRole('dialog', { name: 'Log out and lose unsent work?' })
  await lose.getByRole('button', { name: 'Cancel' }).click()
  await expect(bio).toHaveValue('Half a bio')

  await home.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/homePage')
  await settings.click()
  await bio.fill('A whole bio')
  await save(page)
  await expect(page.getByText('Profile updated')).toBeVisible()
  await home.click()
  await expect(page).toHaveURL('/homePage')
})

test('the index of Settings opens a group and marks the one in view; phones have the groups only', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUpByApi(page)
  await page.goto('/homePage')
  await page.goto('/settings')
  const index = page.getByRole('navigation', { name: 'Groups of settings' })
  await expect(page.getByRole('region', { name: 'Storage' })).toBeVisible()
  await expect(index).toBeHidden()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    ...['Profile', 'Account', 'App', 'Data'],
  ])

  await page.setViewportSize({ width: 1440, height: 900 })
  const current = index.locator('[aria-current]')
  await expect(current).toHaveText('Profile')
  for (const name of ['Data', 'App', 'Account']) {
    await index.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
    await expect(current).toHaveText(name)
  }
  await page.mouse.move(720, 450)
  await page.mouse.wheel(0, -5000)
  await expect(current).toHaveText('Profile')
  await page.goBack()
  await expect(page).toHaveURL('/homePage')
})
