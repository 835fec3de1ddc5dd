// Posts, comments and people are reported to the organiser of a club (R18).
import type { Page } from 'playwright/test'
import type { Club } from '../support/club.ts'
import {
  test as deviceTest,
  expect,
  logInAsGuest,
  toast,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import { goOnline, post, showNew, test } from '../support/sync-fixtures.ts'

type Report = { id: string; reporter: string; what: string; of: string; reason: string }
const reportsAt = async (club: Club): Promise<Report[]> =>
  JSON.parse(await club.run('reports', '--json'))

const menuOf = (page: Page, name: string) => page.getByRole('button', { name })
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

async function openDialog(page: Page, menu: string, item: string): Promise<void> {
  await menuOf(page, menu).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Of this post: others of its author are on the screen before it is. */
async function reportPost(page: Page, text: string): Promise<void> {
  await post(page, text)
    .getByRole('button', { name: /^More, / })
    .click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
}

async function send(page: Page, title: string, reason: string): Promise<void> {
  await dialog(page, title).getByRole('radio', { name: reason }).check()
  await dialog(page, title).getByRole('button', { name: 'Report', exact: true }).click()
}

test('a reported post is removed with a command, and disappears on both phones; a report that is made offline is sent once (R18.1, R18.5, R18.6, R18.7)', async ({
  club,
  guest,
  mira,
}) => {
  await guest.setViewportSize({ width: 390, height: 844 })
  // Each command is a process.
  test.slow()
  await writePost(mira, 'Cheap tyres, call me')
  await showNew(guest)
  await reportPost(guest, 'Cheap tyres')
  const opened = dialog(guest, 'Report this post')
  // Without a reason, the browser asks for one.
  await opened.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(opened).toBeVisible()
  await opened.getByRole('textbox').fill('Sold nothing to me')
  await send(guest, 'Report this post', 'Spam')
  await expect(toast(guest, 'Reported to the organiser')).toBeVisible()
  const offer = dialog(guest, 'Mute mira too?')
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(post(guest, 'Cheap tyres').getByRole('button', { name: /^More/ })).toBeFocused()

  await expect
    .poll(() => reportsAt(club))
    .toMatchObject([{ id: '1', reporter: 'guest', what: 'post', of: 'mira', reason: 'spam' }])
  expect(await club.run('report', '1')).toMatch(/spam: Sold nothing to me\n.*\n.*Cheap tyres/)
  await post(guest, 'Cheap tyres')
    .getByRole('link', { name: /post by mira/ })
    .click()
  await expect(guest.getByRole('heading', { name: 'Post by Mira Okafor' })).toBeVisible()
  const address = guest.url()
  await guest.goBack()
  await club.run('remove-post', address, '--yes')
  for (const page of [guest, mira])
    await expect(page.getByText('Cheap tyres, call me')).toHaveCount(0)
  expect(await reportsAt(club)).toEqual([])
  expect(await club.run('actions')).toContain(`remove-post  ${address}`)

  await writePost(mira, 'Cheap rims, call me')
  await showNew(guest)
  await goOffline(guest)
  await reportPost(guest, 'Cheap rims')
  await send(guest, 'Report this post', 'Something else')
  await dialog(guest, 'Mute mira too?').getByRole('button', { name: 'Not now' }).click()
  await guest.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(guest.getByText("Report mira's post")).toBeVisible()
  expect(await reportsAt(club)).toEqual([])
  await goOnline(guest)
  await expect.poll(() => reportsAt(club)).toMatchObject([{ id: '2', reason: 'something else' }])
})

test('a comment and a person are reported with the keyboard, and the person muted (R18.1, R18.6)', async ({
  club,
  guest,
  mira,
}) => {
  await writePost(mira, 'My new rims')
  await showNew(guest)
  await post(mira, 'My new rims')
    .getByRole('link', { name: /post by mira/ })
    .click()
  await writeComment(mira, 'Nobody else has these')
  await post(guest, 'My new rims')
    .getByRole('link', { name: /post by mira/ })
    .click()
  await expect(guest.getByText('Nobody else has these')).toBeVisible()

  const menu = menuOf(guest, 'Comment menu, mira')
  await menu.press('Enter')
  await guest.keyboard.press('End')
  await guest.keyboard.press('Enter')
  const opened = dialog(guest, 'Report this comment')
  await expect(opened.getByRole('radio', { name: 'Spam' })).toBeFocused()
  // Escape closes it, and the focus returns.
  await guest.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(menu).toBeFocused()
  await openDialog(guest, 'Comment menu, mira', 'Report')
  await guest.keyboard.press('Space')
  await guest.keyboard.press('ArrowDown')
  await guest.keyboard.press('Enter')
  await expect(
    dialog(guest, 'Mute mira too?').getByRole('button', { name: 'Not now' }),
  ).toBeFocused()
  await guest.keyboard.press('Enter')
  await expect(menu).toBeFocused()

  await guest.getByRole('link', { name: 'mira', exact: false }).first().click()
  await openDialog(guest, 'Profile menu, mira', 'Report mira')
  await send(guest, 'Report mira', "Someone else's picture")
  await dialog(guest, 'Mute mira too?').getByRole('button', { name: 'Mute mira' }).click()
  await expect(guest.getByText('You muted mira')).toBeVisible()
  // Who is muted is not offered again.
  await openDialog(guest, 'Profile menu, mira', 'Report mira')
  await send(guest, 'Report mira', 'Spam')
  await expect(dialog(guest, 'Report mira')).toHaveCount(0)
  await expect(dialog(guest, 'Mute mira too?')).toHaveCount(0)

  // The second report of the same person adds nothing.
  await expect
    .poll(() => reportsAt(club))
    .toMatchObject([
      { what: 'person', of: 'mira', reason: "someone else's picture" },
      { what: 'comment', of: 'mira', reason: 'insult or threat' },
    ])
})

deviceTest('without a club, nothing offers to report (R18.6)', async ({ page }) => {
  await logInAsGuest(page)
  await expect(page.getByTestId('post-card').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^More, / })).toHaveCount(0)
  await page.getByRole('link', { name: /mira/ }).first().click()
  await menuOf(page, 'Profile menu, mira').click()
  await expect(page.getByRole('menuitem')).toHaveText(['Mute mira'])
})
