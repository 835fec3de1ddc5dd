import { stopWorkers } from '../support/devtools.ts'
import { expect, posts, signUp, writePost } from '../support/fixtures.ts'
import { askWorker, keptForOffline, test } from '../support/pwa-fixtures.ts'
import { ask, openTester, response } from '../support/tester-page.ts'

test('after one visit every screen works with the host gone and the worker stopped', async ({
  page,
  host,
}) => {
  const { username } = await signUp(page)
  await writePost(page, 'Before the host was gone')
  await keptForOffline(page)
  await host.stop()
  await stopWorkers(page)

  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  await page.goto('/')
  await expect(posts(page).first()).toContainText('Before the host was gone')
  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments .*: 0$/ })
    .click()
  await expect(heading(`Post by ${username}`)).toBeAttached()
  await page.reload()
  await expect(heading(`Post by ${username}`)).toBeAttached()
  await posts(page)
    .or(page.getByRole('article'))
    .first()
    .getByRole('link', { name: username })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toHaveCount(0)
  await page.reload()
  await expect(heading(/Ada/)).toBeVisible()
  for (const [path, name] of [
    ['/explore', 'Explore'],
    ['/bookMarkPage', 'Bookmarks'],
    ['/settings', 'Edit-Profile'],
    ['/nowhere', 'PAGE 404 Go Back to Homepage'],
    ['/homePage?compose', 'Home'],
  ] as const) {
    await page.goto(path)
    await expect(heading(name)).toBeAttached()
  }
  await writePost(page, 'After the host was gone')
})

test('after one visit the emoji picker and every seed picture are there without the host', async ({
  page,
  host,
}) => {
  await signUp(page)
  await keptForOffline(page)
  await host.stop()
  await page.goto('/homePage')
  await page.getByRole('button', { name: 'Add an emoji' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Emoji' }).locator('.category button').first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  const pictures = page.getByRole('list', { name: 'Posts' }).getByRole('img')
  await expect(pictures).not.toHaveCount(0)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
})

test('after one visit the tester and its tree are there without the host', async ({
  page,
  host,
}) => {
  await page.goto('/')
  await keptForOffline(page)
  await host.stop()
  await stopWorkers(page)
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  await expect(response(page).getByRole('treeitem').first()).toBeVisible()
})

test('a first visit says once when it is ready for offline use, and never on the landing screen', async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isShown = document.body?.textContent.includes('Ready to work offline')
      if (isShown && document.querySelector('form[aria-labelledby=auth-title]'))
        document.documentElement.dataset.early = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  const notice = page.getByText('Ready to work offline')
  await keptForOffline(page)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(notice).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.early)).toBeUndefined()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await keptForOffline(page)
  await expect(notice).toHaveCount(0)
})

test('a file that could not be had is fetched at the next start, and nothing else is', async ({
  page,
  host,
  complaints,
}) => {
  const logo = '/logo-mono.svg'
  host.failing.add(logo)
  await page.goto('/')
  const missing = async () => {
    const { kept, of } = await askWorker(page, 'STATUS')
    return of - kept
  }
  await expect.poll(missing).toBe(1)
  host.failing.clear()
  const fetched: string[] = []
  page.context().on('request', (request) => {
    if (request.serviceWorker()) fetched.push(new URL(request.url()).pathname)
  })
  await page.reload()
  await keptForOffline(page)
  expect(fetched.filter((path) => path !== '/sw.js')).toEqual([logo])
  complaints.length = 0
})

test('the shell marks that there is no network', async ({ page, context }) => {
  await signUp(page)
  const mark = page.getByText('Offline', { exact: true }).filter({ visible: true })
  await expect(mark).toHaveCount(0)
  await context.setOffline(true)
  await expect(mark).toBeVisible()
  await context.setOffline(false)
  await expect(mark).toHaveCount(0)
})
