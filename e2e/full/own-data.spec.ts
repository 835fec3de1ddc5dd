// R9.10: people take their data along, and end their account.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { logIn } from '../support/actions.ts'
import { expect, logInAsGuest, posts, signUp, test, toast, writePost } from '../support/fixtures.ts'
import { test as clubTest } from '../support/sync-fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' })
const remove = (page: Page) => page.getByRole('button', { name: 'Delete my account' })

test('R3.22, R3.23, R3.30, R9.10: data and end of an account', async ({ page, expectErrors }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { username, password } = await signUp(page)
  await writePost(page, 'Gone soon')
  await page.goto('/settings')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`gearheads-${username}.zip`)
  // Not compressed. Each file is between its name and the next signature.
  const zip = readFileSync(await download.path(), 'utf8')
  const data = JSON.parse(/account\.json(\{.*?\})PK/s.exec(zip)?.[1] ?? '')
  expect(data).toMatchObject({ profile: { username }, posts: [{ content: 'Gone soon' }] })

  await remove(page).click()
  await expect(page.getByRole('radio', { name: /Delete them/ })).toBeChecked()
  await page.getByRole('radio', { name: /Keep them/ }).check()
  const field = dialog(page).getByLabel('Password', { exact: true })
  await field.fill('Not it#1')
  await remove(page).last().click()
  const refusal = 'The credentials you entered are invalid. Unauthorized access error.'
  await expect(toast(page, refusal)).toBeVisible()
  // The other tab may call once more before it knows.
  expectErrors(/\b(401|404)\b/)
  await expect(field).toHaveAccessibleDescription("This password doesn't match the username.")
  await expect(field).toBeFocused()
  await field.fill(password)
  await expect(field).toHaveAccessibleDescription('')
  // Also where the account has a second tab.
  const other = await page.context().newPage()
  await other.goto('/settings')
  await expect(remove(other)).toBeVisible()
  await page.bringToFront()
  await field.press('Enter')
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
    await expect(tab.getByText('Your account has been deleted.')).toBeVisible()
  }
  await other.close()

  await logInAsGuest(page)
  await expect(posts(page).first()).toContainText('Former member')
  await expect(posts(page).first()).toContainText('Gone soon')
})

clubTest('R3.24, R9.13: a one-time password', async ({ page, startClub, expectErrors }) => {
  const club = await startClub('--account', 'anna')
  const { password } = JSON.parse(await club.run('reset-password', 'anna', '--json', '--yes'))
  await page.goto(club.url)
  await logIn(page, { username: 'anna', password })
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByRole('alert')).toContainText('Set a new password now')
  await expect(page.getByRole('alert')).toContainText('the one-time password once more')
  const current = page.getByLabel('Current password (the one-time password)')
  await page.getByLabel('Password', { exact: true }).fill('Gasket#77')
  const update = page.getByRole('button', { name: 'Update my Profile' })
  await current.fill('Gasket#77')
  await update.click()
  await expect(current).toHaveAccessibleDescription(/This is not your current password/)
  expectErrors(/\b401\b/)
  await current.fill(password)
  await update.click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Edit-Profile' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Current password')).toHaveCount(0)
})
