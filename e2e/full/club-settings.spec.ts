// Settings of a member with two phones. That the club and a phone merge edits: mocks/handlers/users-edit.test.ts, sync/sync.test.ts.
import { expect } from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { goOnline, logInAsMira, test } from '../support/sync-fixtures.ts'

test('an offline bio takes no rename back', async ({ mira: page, club, newContext }) => {
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
  await other.context().close()
})
