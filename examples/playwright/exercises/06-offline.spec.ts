import { expect } from '@playwright/test'
import { composer, openApp, posts } from '../gearheads.ts'
import { test } from '../signed-in.ts'

test('a draft survives a reload without a network, and becomes a post', async ({
  page,
  context,
}) => {
  await openApp(page, '/homePage')
  await page.getByText('Ready to work offline').waitFor()
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible()

  await composer(page).fill('No signal at the pass')
  await page.reload()
  await expect(composer(page)).toHaveValue('No signal at the pass')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('No signal at the pass')

  await context.setOffline(false)
  await page.reload()
  await expect(posts(page).first()).toContainText('No signal at the pass')
  await expect(composer(page)).toHaveValue('')
})
