// The app of a club's server (docs/club.md).
import type { BrowserContext, Page, Response } from 'playwright/test'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { logIn as sendLogIn } from '../support/actions.ts'
import { Club, replicaIsReady } from '../support/club.ts'
import { test as base, expect, NETWORK, posts, writePost } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { ask, response } from '../support/tester-page.ts'

/** A practice club, with the seed and without limits. */
const test = base.extend<{ club: Club }>({
  club: async ({ context }, use) => {
    const club = new Club('--controls')
    await club.start()
    await use(club)
    // A page would report that its club is gone.
    await context.close()
    await club.remove()
  },
})

async function logIn(page: Page, club: { url: string }, username?: 'mira'): Promise<void> {
  await page.goto(club.url)
  if (username) await sendLogIn(page, { username, password: seedPasswords[username] })
  else await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(page).toHaveURL(`${club.url}/homePage`)
  await expect(posts(page).first()).toBeVisible()
}

const post = (page: Page, text: string) => posts(page).filter({ hasText: text }).first()

async function secondMember(newContext: () => Promise<BrowserContext>, club: Club): Promise<Page> {
  const page = await (await newContext()).newPage()
  await logIn(page, club, 'mira')
  return page
}

/** The name of a write in the past: a UUID of version 7. */
function nameAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

test('a post with a picture, a like, a comment and a rename are on the other screen at once, a late post says when it arrived, and the tester calls the club (R4.18, R16.11)', async ({
  page,
  club,
  newContext,
}) => {
  await logIn(page, club)
  const other = await secondMember(newContext, club)

  await pick(page, pictureFile())
  await expectShown(preview(page))
  await writePost(page, 'Meet me at the lake')
  // New posts wait behind a button, so that the text that is read does not move.
  await other.getByRole('button', { name: /1 new post/ }).click()
  const shown = post(other, 'Meet me at the lake')
  await expectShown(shown.getByRole('img', { name: /^Photo by/ }))

  const like = (screen: Page) =>
    post(screen, 'Meet me at the lake').getByRole('button', { name: /^Like/ })
  await like(other).click()
  await expect(like(page)).toHaveAccessibleName(/: 1$/, { timeout: 1_000 })

  for (const screen of [page, other]) {
    await post(screen, 'Meet me at the lake')
      .getByRole('link', { name: /comment/i })
      .click()
    await expect(screen).toHaveURL(/\/post\//)
  }
  await other.getByRole('textbox', { name: /comment/i }).fill('On my way')
  await other.getByRole('button', { name: 'Vroom' }).click()
  await expect(page.getByText('On my way')).toBeVisible()

  await other.getByRole('link', { name: 'Settings' }).first().click()
  await other.getByLabel('User-Name').fill('mira.renamed')
  await other.getByRole('button', { name: 'Update my Profile' }).click()
  await expect(page.getByRole('main').getByText('mira.renamed')).toBeVisible()

  // What arrives hours after its time is new, comes first, and says when it arrived.
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await replicaIsReady(page)
  // As a device does: other clients date nothing back.
  const write = {
    name: nameAt(Date.now() - 3 * 3_600_000),
    call: 'POST /api/posts',
    params: {},
    body: { content: 'Written in the mountains' },
    authorization: await other.evaluate(() => localStorage.getItem('gearheads-token')),
  }
  const written = await page.request.post(`${club.url}/api/changes`, {
    data: { since: '', writes: [write] },
  })
  expect(await written.json()).toMatchObject({ outcomes: [{ status: 201 }] })
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect(posts(page).first()).toContainText('Written in the mountains')
  await expect(posts(page).first()).toContainText('arrived now')

  // The tester calls the server, and a practice club has controls.
  await page.goto(`${club.url}/mock`)
  await ask(page, '/api/posts?limit=1', '200 OK')
  await expect(response(page).getByText('posts').first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Mock', exact: true })).toHaveCount(1)
})

test('a user logs out everywhere else, sets a new password, and deletes the account: its other phones say at once that the session has ended (R9.9)', async ({
  page,
  club,
  newContext,
  consoleErrors,
  expectErrors,
}) => {
  const account = { username: 'gone.soon', password: 'Torque#1', name: 'Gone soon' }
  await page.request.post(`${club.url}/api/auth/signup`, { data: account })
  const logInOn = async (phone: Page, password = account.password) => {
    await phone.goto(club.url)
    await sendLogIn(phone, { ...account, password })
    await replicaIsReady(phone)
  }
  const expectEnded = async (phone: Page) => {
    await expect(phone.getByText('Your session has ended.').first()).toBeVisible()
    await expect(phone.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
  }
  const idle = await (await newContext()).newPage()
  await logInOn(idle)
  // The tokens of one second are equal.
  await page.request.post(`${club.url}/api/mock/settings`, { data: { now: '+1m' } })
  await logInOn(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(page.getByText('Logged out everywhere else')).toBeVisible()
  await expectEnded(idle)
  const password = 'Torque#2'
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Update my Profile' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Update my Profile' })).toBeVisible()

  await logInOn(idle, password)
  const offline = await (await newContext()).newPage()
  await logInOn(offline, password)
  await offline.context().setOffline(true)
  await offline.getByRole('textbox', { name: /driving/ }).fill('Too late')
  await offline.getByRole('button', { name: 'Vroom' }).click()
  await expect(post(offline, 'Too late').getByTitle('Not sent yet')).toBeVisible()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await offline.context().setOffline(false)
  for (const phone of [idle, offline]) await expectEnded(phone)
  expect(consoleErrors.join()).toContain('401')
  expectErrors(/\b(401|404)\b|ERR_(INTERNET_DISCONNECTED|FAILED)/)
})

test('while the club is down, the page says so, shows what it has, and recovers (R16.11)', async ({
  page,
  club,
  expectErrors,
}) => {
  test.slow()
  await logIn(page, club)
  // From then on, the app opens without the club.
  await replicaIsReady(page)
  await club.stop()
  await expect(page.getByText("Can't reach the club")).toBeVisible()
  const like = post(page, 'Brakes: present').getByRole('button', { name: /^Like/ })
  await like.click()
  await expect(page.getByText('1 change is waiting.')).toBeVisible()
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText("Can't reach the club")).toBeVisible()

  await club.start()
  // The next try comes within 90 s (docs/sync.md#when).
  await expect(page.getByText("Can't reach the club")).toBeHidden({ timeout: 90_000 })
  await expect(page.getByText('1 change is waiting.')).toBeHidden()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  // The calls that failed, which the screens report too.
  expectErrors(NETWORK)
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('notices whose code could not be loaded are shown when it can be', async ({
    page,
    club,
    expectErrors,
  }) => {
    await logIn(page, club)
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

test('a new club has one account, no guest and no controls, and says what is true', async ({
  page,
}) => {
  const club = new Club('--account', 'anna')
  await club.start()
  await page.goto(club.url)
  await expect(page.getByText('in one garage')).toBeVisible()
  await expect(page.getByText('No server, no signal')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Log in as guest' })).toBeHidden()
  await sendLogIn(page, { username: 'anna', password: club.password })
  await writePost(page, 'First!')
  await expect(post(page, 'First!')).toBeVisible()
  await page.goto(`${club.url}/mock`)
  await expect(page.getByRole('tab', { name: 'History', exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Mock', exact: true })).toHaveCount(0)
  await page.close()
  await club.remove()
})

test('on plain http the app starts without a worker, and says that offline use needs https (R16.12)', async ({
  page,
  consoleErrors,
  expectErrors,
}) => {
  // The browser resolves this name to this machine: playwright.config.ts.
  const club = new Club('--controls', '--origin', 'http://garage.test')
  await club.start()
  const url = club.url.replace('localhost', 'garage.test')
  await logIn(page, { url })
  expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([
    false,
    false,
  ])
  await expect(page.getByText('offline use need an https address')).toBeVisible()
  await writePost(page, 'Over plain http')
  await expect(post(page, 'Over plain http')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByRole('button', { name: 'Update my Profile' })).toBeVisible()
  await expect(page.getByText('while Gearheads is closed need https')).toBeVisible()
  // Chromium says that this header has no effect here.
  expect(consoleErrors.filter((text) => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([])
  expectErrors(/Cross-Origin-Opener-Policy/)
  await page.close()
  await club.remove()
})
