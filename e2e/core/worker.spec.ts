import { hardReload, stopWorkers } from '../support/devtools.ts'
import {
  comments,
  expect,
  posts,
  signUp,
  test,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { goOffline, test as onHost, waitForPrecache } from '../support/pwa-fixtures.ts'
import { ask, openTester, response } from '../support/tester-page.ts'

test('every call is a real fetch that the worker handles', async ({ page }) => {
  const answers: { url: string; byWorker: boolean }[] = []
  page.on('response', (response) => {
    const url = response.url()
    if (url.includes('/api/')) answers.push({ url, byWorker: response.fromServiceWorker() })
  })
  await signUp(page)
  await writePost(page, 'Seen in the network tab')
  expect(answers.length).toBeGreaterThan(3)
  expect(answers.filter(({ byWorker }) => !byWorker)).toEqual([])
})

test('offline, a reload, a deep link and a stopped worker lose no data', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'Written with signal')
  await goOffline(page)
  await page.reload()
  await writePost(page, 'Written without signal')
  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments .*post$/ })
    .click()
  await writeComment(page, 'Nobody heard this')
  const deepLink = page.url()

  await stopWorkers(page)
  await page.goto(deepLink)
  await expect(comments(page).first()).toContainText('Nobody heard this')
  await page.goto('/homePage')
  await expect(posts(page).nth(0)).toContainText('Written without signal')
  await expect(posts(page).nth(1)).toContainText('Written with signal')
})

test('after a hard reload without a worker, the worker takes control again', async ({ page }) => {
  await signUp(page)
  await hardReload(page)
  await expect(posts(page).first()).toBeVisible()
  await writePost(page, 'After a hard reload')
})

test('a second tab sees the same data', async ({ page, context }) => {
  await signUp(page)
  await writePost(page, 'From the first tab')
  const second = await context.newPage()
  await second.goto('/homePage')
  await expect(posts(second).first()).toContainText('From the first tab')
})

test.describe('where the browser blocks workers', () => {
  test.use({ serviceWorkers: 'block' })

  test('the page explains why it cannot work, and contacts no other host', async ({
    page,
    expectErrors,
  }) => {
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: "The engine won't start" })).toBeVisible()
    await expect(page.getByText(/The browser blocked it/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.getByRole('button', { name: 'Copy error report' }).click()
    await expect(page.getByLabel('Report')).toHaveValue(/Worker: none; not in control/)
    expect(calls).toEqual([])
    expectErrors(/Service Worker registration blocked/, /service worker is not available/)
  })
})

onHost(
  'after one visit the whole app works with the host gone and the worker stopped (R16.1)',
  async ({ page, host }) => {
    const { name, username } = await signUp(page)
    await writePost(page, 'Before the host was gone')
    await waitForPrecache(page)
    await host.stop()
    await stopWorkers(page)

    const heading = (text: string | RegExp) => page.getByRole('heading', { level: 1, name: text })
    await test.step('the feed, a post and a profile (R2.12)', async () => {
      await page.goto('/')
      await expect(posts(page).first()).toContainText('Before the host was gone')
      await posts(page)
        .first()
        .getByRole('link', { name: /^Comments .*post$/ })
        .click()
      await expect(heading(`Post by ${name}`)).toBeAttached()
      await page.reload()
      await expect(heading(`Post by ${name}`)).toBeAttached()
      await page.getByRole('article').first().getByRole('link', { name: username }).first().click()
      await expect(heading(/Ada/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Follow', exact: true })).toHaveCount(0)
      await page.reload()
      await expect(heading(/Ada/)).toBeVisible()
    })

    await test.step('every other screen', async () => {
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
    })

    await test.step('a write, the emoji picker and every seed picture', async () => {
      await writePost(page, 'After the host was gone')
      await page.getByRole('button', { name: 'Add an emoji' }).click()
      const picker = page.getByRole('dialog', { name: 'Emoji' })
      await expect(picker.locator('.category button').first()).toBeVisible()
      await page.keyboard.press('Escape')
      const pictures = page.getByRole('list', { name: 'Posts' }).getByRole('img')
      await expect(pictures).not.toHaveCount(0)
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded()
        await expect(picture).toHaveJSProperty('complete', true)
        await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
      }
    })

    await test.step('the request tester and its tree', async () => {
      await stopWorkers(page)
      await openTester(page)
      await ask(page, '/api/users/1', '200 OK')
      await expect(response(page).getByRole('treeitem').first()).toBeVisible()
    })
  },
)
