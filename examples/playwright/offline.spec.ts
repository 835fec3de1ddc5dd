import { expect, type Page, test } from '@playwright/test'
import { composer, openApp, posts } from './gearheads.ts'

test('a post written offline, with the worker stopped, is there after a reload', async ({
  page,
  context,
}) => {
  await openApp(page)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  // The whole app is cached on the device now.
  await page.getByText('Ready to work offline').waitFor()
  await context.setOffline(true)
  await stopWorker(page)

  await composer(page).fill('No signal at the pass')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('No signal at the pass')
  await stopWorker(page)
  await page.reload()
  await expect(posts(page).first()).toContainText('No signal at the pass')
})

/** Stops the worker, as the browser does to free memory. Chromium only. */
async function stopWorker(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}
