import type { Locator, Page } from 'playwright/test'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { Club, replicaIsReady } from './club.ts'
import { test as base, expect, posts } from './fixtures.ts'

/** Tests with a club of their own, and two of its members on their phones. */
export const test = base.extend<{ club: Club; guest: Page; mira: Page }>({
  club: async ({ expectErrors }, use) => {
    const club = new Club('--controls')
    await club.start()
    await use(club)
    await club.remove()
    // The browser reports each request without a network.
    expectErrors(/ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)/)
  },
  guest: async ({ page, club }, use) => {
    await logInAsGuest(page, club)
    await use(page)
    // A page would report that its club is gone.
    await page.context().close()
  },
  mira: async ({ newContext, club }, use) => {
    const page = await (await newContext()).newPage()
    await page.goto(club.url)
    await page.getByLabel('Username').fill('mira')
    await page.getByLabel('Password', { exact: true }).fill(seedPasswords.mira)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await replicaIsReady(page)
    await use(page)
    await page.context().close()
  },
})

export async function logInAsGuest(page: Page, club: Club): Promise<void> {
  await page.goto(club.url)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
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
