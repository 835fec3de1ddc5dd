import type { Locator, Page } from 'playwright/test'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { logIn } from './actions.ts'
import { Club, replicaIsReady } from './club.ts'
import { test as base, expect, posts } from './fixtures.ts'

type Fixtures = {
  /** Starts a club, which ends with the test. */
  startClub: (...options: string[]) => Promise<Club>
  /** A practice club, with the seed and without limits. */
  club: Club
  guest: Page
  mira: Page
}

/** Tests with a club of their own, and two of its members on their phones. */
export const test = base.extend<Fixtures>({
  startClub: async ({ context, expectErrors }, use) => {
    const clubs: Club[] = []
    await use(async (...options) => {
      const club = new Club(...options)
      clubs.push(club)
      await club.start()
      return club
    })
    // A page would report that its club is gone.
    await context.close()
    for (const club of clubs) await club.remove()
    // The browser reports each request without a network.
    expectErrors(/ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)/)
  },
  club: async ({ startClub }, use) => use(await startClub('--controls')),
  guest: async ({ page, club }, use) => {
    await logInAsGuest(page, club)
    await use(page)
  },
  mira: async ({ newContext, club }, use) => {
    const page = await (await newContext()).newPage()
    await logInAsMira(page, club)
    await use(page)
    await page.context().close()
  },
})

/** @param host the club, or a line to it */
export async function logInAsGuest(page: Page, host: { url: string }): Promise<void> {
  await page.goto(host.url)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await replicaIsReady(page)
}

/** @param host the club, or a line to it */
export async function logInAsMira(page: Page, host: { url: string }): Promise<void> {
  await page.goto(host.url)
  await logIn(page, { username: 'mira', password: seedPasswords.mira })
  await replicaIsReady(page)
}

export const post = (page: Page, text: string) => posts(page).filter({ hasText: text }).first()
export const line = (page: Page, text: string) => page.getByRole('status').getByText(text)
export const unsent = (page: Page, text: string) => post(page, text).getByTitle('Not sent yet')
export const goOnline = (page: Page) => page.context().setOffline(false)

/** The line is hidden while a form has the focus. */
export async function leaveForm(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
}

/** Opens the dialog that lists the changes that aren't sent. */
export async function openChanges(page: Page): Promise<void> {
  await leaveForm(page)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
}

export async function expectLine(page: Page, text: string): Promise<void> {
  await leaveForm(page)
  await expect(line(page, text)).toBeVisible()
}

/** New posts wait behind a button, so that the text that is read does not move. */
export async function showNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: /new post/ }).click()
}

/** The dialog that lists the changes that aren't sent. */
export const changesDialog = (page: Page) =>
  page.getByRole('dialog', { name: "Changes that aren't sent" })

/** A change in {@link changesDialog}, which contains the toasts while it is open, too. */
export const changeIn = (dialog: Locator) =>
  dialog
    .getByRole('listitem')
    .filter({ hasNot: dialog.page().getByRole('button', { name: 'Close toast' }) })
