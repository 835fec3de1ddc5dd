// A club for its members only, who come with an invitation (docs/club.md#who-may-come-in).
import type { Page } from 'playwright/test'
import { fillSignUp, firstPhoto, logIn } from '../support/actions.ts'
import { type Club, replicaIsReady } from '../support/club.ts'
import { expect, newPerson, posts, writePost } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { waitForPrecache } from '../support/pwa-fixtures.ts'
import { storedTexts } from '../support/stored.ts'
import { test as base } from '../support/sync-fixtures.ts'

const HINT = "Only members can see this club's posts."
const INVITED = 'You are invited to this club.'

const test = base.extend<{ anna: Page }>({
  club: async ({ startClub }, use) => {
    const options = ['--members-only', '--sign-up', 'invited', '--contact', 'anna@example.org']
    await use(await startClub(...options, '--account', 'anna'))
  },
  // The organiser's own phone.
  anna: async ({ page, club }, use) => {
    await page.goto(club.url)
    await logIn(page, { username: 'anna', password: club.password })
    await expect(page).toHaveURL(`${club.url}/homePage`)
    await use(page)
  },
})

const invite = async (club: Club): Promise<string> =>
  JSON.parse(await club.run('invite', '--json')).link

// A suspension: sync/members-only.test.ts. What strangers and cookies may read: server/members-only.test.ts.
test('a member comes with an invitation, sees posts and pictures, also offline, and leaves nothing behind at a log-out; strangers see nothing (R3.25 to R3.27, R16.18)', async ({
  anna,
  club,
  newContext,
  expectErrors,
}) => {
  // Each command of the organiser is a process.
  test.slow()
  const link = await invite(club)
  // A member opens it in vain.
  await anna.goto(link)
  await expect(anna).toHaveURL(`${club.url}/homePage`)
  await pick(anna, pictureFile())
  await expectShown(preview(anna))
  await writePost(anna, 'Meet at the old quarry')
  await expectShown(firstPhoto(anna))

  // Strangers see the log-in and the privacy page, and nothing else.
  const strange = await newContext()
  const page = await strange.newPage()
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
  // Also without a network: the worker keeps it.
  await waitForPrecache(page)
  await strange.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Privacy at this club' })).toBeVisible()
  await strange.setOffline(false)
  await page.getByRole('link', { name: 'Back to Gearheads' }).click()
  await expect(page.getByText(HINT)).toBeVisible()

  const context = await newContext()
  const ben = await context.newPage()
  await ben.goto(link)
  await expect(ben.getByText(INVITED)).toBeVisible()
  // As from the home screen of a phone.
  await ben.goto(club.url)
  await ben.getByRole('link', { name: 'Create new account' }).click()
  await expect(ben.getByText(INVITED)).toBeVisible()
  await fillSignUp(ben, newPerson('Ben Ola'))
  await ben.getByRole('button', { name: 'Sign up' }).click()
  await expect(ben).toHaveURL(/\/homePage$/)
  const post = posts(ben).filter({ hasText: 'Meet at the old quarry' })
  await expectShown(post.getByRole('img', { name: /^Photo by/ }))
  await replicaIsReady(ben)

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
  await ben.getByRole('link', { name: 'Create new account' }).click()
  await expect(ben.getByText('This club is for people with an invitation.')).toBeVisible()
  // In the address bar of the same tab, which changes only the fragment.
  const another = new URL(await invite(club))
  await ben.evaluate((hash) => location.assign(hash), another.hash)
  await expect(ben.getByText(INVITED)).toBeVisible()

  // An invitation that was used says so, and keeps the form.
  await page.goto(link)
  await fillSignUp(page, { name: 'Cleo', username: 'cleo', password: 'Torque#1' })
  await page.getByRole('button', { name: 'Sign up' }).click()
  const form = page.getByRole('form', { name: 'Sign-Up' })
  await expect(form.getByText(/This invitation has been used\./)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Cleo')
  expectErrors(/status of 40[34]/, /status: 403/, /EventSource/)
})

test('a club without sign-ups, and what it says (R3.25)', async ({ page, startClub }) => {
  const club = await startClub('--sign-up', 'closed', '--account', 'anna')
  await page.goto(club.url)
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create new account' })).toBeHidden()
  // What is true of a club, which has no guest and no controls either.
  await expect(page.getByText('in one garage')).toBeVisible()
  await expect(page.getByText('No server, no signal')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Log in as guest' })).toBeHidden()
  await page.goto(`${club.url}/?form=signup`)
  await expect(page.getByText('This club takes no new members.')).toBeVisible()
  await page.goto(`${club.url}/mock`)
  await expect(page.getByRole('tab', { name: 'History', exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Mock', exact: true })).toHaveCount(0)
})
