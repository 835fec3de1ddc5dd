// The app of a club's server (docs/club.md). At a plain http address: first-keys.spec.ts.
import type { Page, Response } from 'playwright/test'
import { openPost } from '../support/actions.ts'
import { expect, NETWORK, posts, writeComment, writePost } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { askWorker } from '../support/pwa-fixtures.ts'
import { logInAsMira, post, showNew, test } from '../support/sync-fixtures.ts'
import { ask, response } from '../support/tester-page.ts'

test('two screens of a club (R16.11)', async ({ guest: page, mira: other, club }) => {
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await writePost(page, 'Meet me at the lake')
  await showNew(other)
  const shown = post(other, 'Meet me at the lake')
  await expectShown(shown.getByRole('img', { name: /^Photo by/ }))

  const like = (screen: Page) =>
    post(screen, 'Meet me at the lake').getByRole('button', { name: /^Like/ })
  await like(other).click()
  await expect(like(page)).toHaveAccessibleName(/: 1$/, { timeout: 1_000 })

  for (const screen of [page, other]) {
    await openPost(screen)
    await expect(screen).toHaveURL(/\/post\//)
  }
  await writeComment(other, 'On my way')
  await expect(page.getByText('On my way')).toBeVisible()

  await other.getByRole('link', { name: 'Settings' }).first().click()
  await other.getByLabel('User-Name').fill('mira.renamed')
  await other.getByRole('button', { name: 'Update my Profile' }).click()
  await expect(page.getByRole('main').getByText('mira.renamed')).toBeVisible()

  // The tester calls the server, and a practice club has controls.
  await page.goto(`${club.url}/mock`)
  await ask(page, '/api/posts?limit=1', '200 OK')
  await expect(response(page).getByText('posts').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Mock', exact: true })).toHaveCount(1)
})

// When the account is gone: src/data/live-updates.test.ts and own-data.spec.ts.
test('Log out everywhere else: the other phone says so at once (R9.9)', async ({
  page,
  mira,
  club,
  expectErrors,
}) => {
  // The tokens of one second are equal.
  await page.request.post(`${club.url}/api/mock/settings`, { data: { now: '+1m' } })
  await logInAsMira(page, club)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(page.getByText('Logged out everywhere else')).toBeVisible()
  await expect(mira.getByText('Your session has ended.').first()).toBeVisible()
  await expect(mira.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
  expectErrors(/\b(401|404)\b/)
})

test('the club is down, and comes back (R16.11)', async ({ guest, club, expectErrors }) => {
  await club.stop()
  await expect(guest.getByText("Can't reach the club")).toBeVisible()
  const like = post(guest, 'Brakes: present').getByRole('button', { name: /^Like/ })
  await like.click()
  await expect(guest.getByText('1 change is waiting.')).toBeVisible()
  await guest.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(guest.getByText("Can't reach the club")).toBeVisible()

  await club.start()
  // When the next try comes: sync/device/schedule.test.ts.
  await askWorker(guest, 'SYNC', { cause: 'person' })
  await expect(guest.getByText("Can't reach the club")).toBeHidden()
  await expect(guest.getByText('1 change is waiting.')).toBeHidden()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  // The calls that failed, which the screens report too.
  expectErrors(NETWORK)
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('notices whose code came late', async ({ page, club, expectErrors }) => {
    await page.goto(club.url)
    await page.getByRole('button', { name: 'Log in as guest' }).click()
    await expect(posts(page).first()).toBeVisible()
    // With the query of a repeated request.
    const code = '**/assets/after-paint-*.js*'
    const aborted = page.waitForEvent('requestfailed')
    await page.route(code, (route) => route.abort())
    await page.reload()
    await aborted
    // It is requested twice more at once, and then every 10 s.
    for (let tries = 0; tries < 2; tries++) await page.waitForEvent('requestfailed')
    await page.unroute(code)
    const isCode = (response: Response) =>
      response.request().resourceType() === 'script' && response.url().includes('/after-paint-')
    await page.waitForResponse(isCode, { timeout: 30_000 })
    await club.stop()
    await expect(page.getByText("Can't reach the club")).toBeVisible()
    // The code that failed, and the worker.
    expectErrors(NETWORK, /Service Worker registration blocked/, /SystemJS/)
  })
})
