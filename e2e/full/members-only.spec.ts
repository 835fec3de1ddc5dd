// A club for its members only, who come with an invitation (docs/club.md#who-may-come-in).
import type { BrowserContext, Page } from 'playwright/test'
import { fillSignUp, logIn } from '../support/actions.ts'
import { Club, replicaIsReady } from '../support/club.ts'
import {
  test as base,
  expect,
  newPerson,
  type Person,
  posts,
  writePost,
} from '../support/fixtures.ts'
import { organiser } from '../support/organiser.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { waitForPrecache } from '../support/pwa-fixtures.ts'
import { storedTexts } from '../support/stored.ts'

const HINT = "Only members can see this club's posts."

const test = base.extend<{ club: Club; anna: Page }>({
  club: async ({ context, expectErrors }, use) => {
    const options = ['--members-only', '--sign-up', 'invited', '--contact', 'anna@example.org']
    const club = new Club(...options, '--account', 'anna')
    await club.start()
    await use(club)
    await context.close()
    await club.remove()
    expectErrors(/ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED)/)
  },
  // The organiser's own phone.
  anna: async ({ page, club }, use) => {
    await page.goto(club.url)
    await logIn(page, { username: 'anna', password: club.password })
    await expect(page).toHaveURL(`${club.url}/homePage`)
    await use(page)
  },
})

async function invite(club: Club, ...options: string[]): Promise<string> {
  return JSON.parse(await organiser(club, 'invite', '--json', ...options)).link
}

/** Opens an invitation and signs up with it. */
async function join(context: BrowserContext, link: string, person?: Person): Promise<Page> {
  const page = await context.newPage()
  await page.goto(link)
  await signUp(page, person)
  return page
}

async function signUp(page: Page, person = newPerson('Ben Ola')): Promise<void> {
  await expect(page.getByText('You are invited to this club.')).toBeVisible()
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/homePage$/)
}

test('a member comes with an invitation, sees posts and pictures, also offline, and leaves nothing behind at a log-out or when suspended; strangers see nothing (R3.25 to R3.27, R16.18)', async ({
  anna,
  club,
  newContext,
  expectErrors,
  consoleErrors,
}) => {
  // Each command of the organiser is a process.
  test.slow()
  await pick(anna, pictureFile())
  await expectShown(preview(anna))
  await writePost(anna, 'Meet at the old quarry')
  const picture = posts(anna)
    .first()
    .getByRole('img', { name: /^Photo by/ })
  await expectShown(picture)

  // Strangers see the log-in and the privacy page, and nothing else.
  const strange = await newContext()
  const page = await strange.newPage()
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(response.url())
  })
  await page.goto(club.url)
  await expect(page.getByText(HINT)).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('link', { name: 'Create new account' }).click()
  await expect(page.getByText('This club is for people with an invitation.')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  await page.getByRole('link', { name: 'Already have account?' }).click()
  await expect(page.getByRole('form', { name: 'Log-in Form' })).toBeVisible()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy at this club' })).toBeVisible()
  await expect(page.getByText('anna@example.org')).toBeVisible()
  await expect(page.getByText(/^Members of this club can read/)).toBeVisible()
  // Also without a network: the worker keeps it.
  await waitForPrecache(page)
  await strange.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Privacy at this club' })).toBeVisible()
  await strange.setOffline(false)
  await page.getByRole('link', { name: 'Back to Gearheads' }).click()
  await expect(page.getByText(HINT)).toBeVisible()
  expect(failed).toEqual([])
  expect(consoleErrors.filter((text) => !/ERR_INTERNET/.test(text))).toEqual([])
  await strange.close()

  const context = await newContext()
  const ben = await join(context, await invite(club))
  const post = posts(ben).filter({ hasText: 'Meet at the old quarry' })
  await expectShown(post.getByRole('img', { name: /^Photo by/ }))
  await replicaIsReady(ben)
  const cookies = await context.cookies()
  expect(cookies).toMatchObject([
    { name: expect.stringMatching(/^gearheads-pictures-/), sameSite: 'Strict' },
  ])

  // What others write arrives, so the stream is open.
  await writePost(anna, 'Bring a torch')
  await ben.getByRole('button', { name: /1 new post/ }).click()
  await expect(posts(ben).first()).toContainText('Bring a torch')

  await context.setOffline(true)
  await ben.reload()
  await expect(posts(ben).first()).toContainText('Bring a torch')
  await expectShown(post.getByRole('img', { name: /^Photo by/ }))
  await writePost(ben, 'From the quarry')
  await context.setOffline(false)
  await anna.getByRole('button', { name: /1 new post/ }).click()
  await expect(posts(anna).first()).toContainText('From the quarry')

  await ben.getByRole('button', { name: 'Logout' }).click()
  await expect(ben.getByText(HINT)).toBeVisible()
  expect(await context.cookies()).toEqual([])
  await expect
    .poll(() => storedTexts(ben, { files: true }))
    .not.toMatch(/quarry|torch|api\/uploads/)
  expectErrors(/status of 404/, /EventSource/)
  const cleo = await join(await newContext(), await invite(club), newPerson('Cleo Ola'))
  await replicaIsReady(cleo)
  const users = JSON.parse(await organiser(club, 'list', 'Cleo', '--json'))
  expectErrors(/status of 401/, /status: 40[14]/)
  await organiser(club, 'suspend', users[0].username)
  await expect(cleo.getByText(HINT)).toBeVisible()
  await expect.poll(() => storedTexts(cleo, { files: true })).not.toContain('quarry')
})

test('an invitation is kept until the sign-up, and works once; those who are members already go home (R3.25)', async ({
  anna,
  club,
  newContext,
  expectErrors,
}) => {
  test.slow()
  const link = await invite(club)
  await anna.goto(link)
  await expect(anna).toHaveURL(`${club.url}/homePage`)
  const context = await newContext()
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByText('You are invited to this club.')).toBeVisible()
  // As from the home screen of a phone.
  await page.goto(club.url)
  await page.getByRole('link', { name: 'Create new account' }).click()
  await signUp(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Create new account' }).click()
  await expect(page.getByText('This club is for people with an invitation.')).toBeVisible()
  // In the address bar of the same tab, which changes only the fragment.
  const another = new URL(await invite(club))
  await page.evaluate((hash) => location.assign(hash), another.hash)
  await expect(page.getByText('You are invited to this club.')).toBeVisible()

  // One that was used says so, and keeps the form.
  const late = await (await newContext()).newPage()
  await late.goto(link)
  expectErrors(/status of 403/, /status: 403/)
  await fillSignUp(late, { name: 'Cleo', username: 'cleo', password: 'Torque#1' })
  await late.getByRole('button', { name: 'Sign up' }).click()
  const reason = late
    .getByRole('form', { name: 'Sign-Up' })
    .getByText(/This invitation has been used\./)
  await expect(reason).toBeVisible()
  await expect(late.getByText('You are invited to this club.')).toHaveCount(0)
  await expect(late.getByLabel('Name', { exact: true })).toHaveValue('Cleo')
  await late.goto(`${club.url}/?form=signup`)
  await expect(late.getByText('This club is for people with an invitation.')).toBeVisible()
})

test('a club that takes no new members offers no sign-up (R3.25)', async ({ page }) => {
  const club = new Club('--sign-up', 'closed', '--account', 'anna')
  await club.start()
  try {
    await page.goto(club.url)
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create new account' })).toBeHidden()
    await page.goto(`${club.url}/?form=signup`)
    await expect(page.getByText('This club takes no new members.')).toBeVisible()
  } finally {
    await page.goto('about:blank')
    await club.remove()
  }
})
