import { expect } from '../support/fixtures.ts'
import { test as onHost, waitForPrecache } from '../support/pwa-fixtures.ts'

onHost('that it works offline is said once; the offline mark (R16.3)', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isShown = document.body?.textContent.includes('Ready to work offline')
      if (isShown && document.querySelector('form[aria-labelledby=auth-title]'))
        document.documentElement.dataset.early = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  const notice = page.getByText('Ready to work offline')
  await waitForPrecache(page)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(notice).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.early)).toBeUndefined()
  await expect(page.getByRole('banner').filter({ visible: true })).toContainText('Ready to work')
  await expect(notice).toHaveCount(0)
  await page.reload()
  await waitForPrecache(page)
  await expect(notice).toHaveCount(0)

  const mark = page.getByText('Offline', { exact: true }).filter({ visible: true })
  await expect(mark).toHaveCount(0)
  await page.context().setOffline(true)
  await expect(mark).toBeVisible()
  await page.context().setOffline(false)
  await expect(mark).toHaveCount(0)
})

onHost('the next start fetches only the files that were missing', async ({ page, host }) => {
  const logo = '/logo-mono.svg'
  host.failing.add(logo)
  await page.goto('/')
  await waitForPrecache(page, 1)
  host.failing.clear()
  const fetched: string[] = []
  page.context().on('request', (request) => {
    if (request.serviceWorker()) fetched.push(new URL(request.url()).pathname)
  })
  await page.reload()
  await waitForPrecache(page)
  // The page before may still have tried it again.
  expect([...new Set(fetched)].filter((path) => path !== '/sw.js')).toEqual([logo])
})
