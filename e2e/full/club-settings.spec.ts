// Settings of a member with two phones. That the club and a phone merge edits: mocks/handlers/users-edit.test.ts, sync/sync.test.ts.
import type { Page } from 'playwright/test'
import { expectNoViolationsInThemes } from '../support/actions.ts'
import { replicaIsReady } from '../support/club.ts'
import { expect, writePost } from '../support/fixtures.ts'
import { overflows } from '../support/layout.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { goOnline, logInAsMira, test } from '../support/sync-fixtures.ts'

const devices = (phone: Page) => phone.getByRole('region', { name: 'Devices' })

test('an offline bio takes no rename back; a removed phone gives nothing (R3.28, R9.12)', async ({
  mira: page,
  club,
  newContext,
}) => {
  const other = await (await newContext()).newPage()
  await logInAsMira(other, club)
  for (const phone of [page, other])
    await phone.getByRole('link', { name: 'Settings' }).first().click()
  const save = { name: 'Update my Profile' }
  await goOffline(page)
  await page.getByLabel('Bio').fill('Writing from a tunnel')
  await page.getByRole('button', save).click()
  await expect(page.getByLabel('Bio')).toHaveValue('Writing from a tunnel')
  await other.getByLabel('User-Name').fill('mira.vale')
  await other.getByRole('button', save).click()
  await expect(other.getByText('Profile updated')).toBeVisible()

  await goOnline(page)
  // The form that is open follows the rename, too.
  await expect(page.getByLabel('User-Name')).toHaveValue('mira.vale')
  await expect(other.getByLabel('Bio')).toHaveValue('Writing from a tunnel')
  await expect(other.getByLabel('User-Name')).toHaveValue('mira.vale')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(devices(page).getByText(/^Chrome on .* \(this device\)$/)).toBeVisible()
  await expectNoViolationsInThemes(page)
  expect(await overflows(page)).toEqual([])

  await other.reload()
  await expect(devices(other).getByRole('listitem')).toHaveCount(2)
  const removed = devices(other).getByRole('listitem').filter({ hasNotText: 'this device' })
  await removed.getByRole('button', { name: /^Remove/ }).click()
  await other.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await expect(devices(other).getByRole('listitem')).toHaveCount(1)
  await expect(devices(other).getByRole('button', { name: /^Remove/ })).toBeFocused()
  await other.context().close()

  await page.goto(`${club.url}/homePage`)
  await replicaIsReady(page)
  await goOffline(page)
  await writePost(page, 'From a lost phone')
  await page.getByTestId('post-input').focus()
  await page.getByRole('button', { name: 'Give', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Give to a phone nearby' })
  await expect(dialog.getByText(/^This phone was removed in Settings/)).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveText(['Close'])
})
