import { expect, test } from '@playwright/test'
import { openApp, posts } from './gearheads.ts'

test('a scenario link sets data, settings and log-in', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openApp(page, '/mock')
  await page.getByRole('tab', { name: 'Mock', exact: true }).click()
  await page.locator('summary', { hasText: 'Scenario link' }).click()
  await page.getByLabel('Logged in as').fill('mira')
  await page.getByRole('button', { name: 'Copy scenario link' }).click()
  await expect(page.getByText('Scenario link copied')).toBeVisible()
  // In your tests, this is a constant.
  const link = await page.evaluate(() => navigator.clipboard.readText())

  await page.goto(link)
  await page.getByRole('button', { name: 'Replace everything' }).click()
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page)).toHaveCount(5)
})
