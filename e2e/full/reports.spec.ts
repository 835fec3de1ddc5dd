// Posts, comments and people are reported to the organiser of a club (R18). What the organiser does with a report, and one that
// waits for a network: server/commands/reports.test.ts and sync/report.test.ts. Without a club: cards.spec.ts.
import type { Page } from 'playwright/test'
import { openPost } from '../support/actions.ts'
import { expect, toast, writeComment, writePost } from '../support/fixtures.ts'
import { PHONE } from '../support/screens.ts'
import { post, showNew, test } from '../support/sync-fixtures.ts'

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

async function send(page: Page, title: string, reason: string): Promise<void> {
  await dialog(page, title).getByRole('radio', { name: reason }).check()
  await dialog(page, title).getByRole('button', { name: 'Report', exact: true }).click()
}

test('a post, a comment, a person are reported (R18.1, R18.6)', async ({ club, guest, mira }) => {
  await guest.setViewportSize(PHONE)
  await writePost(mira, 'Cheap tyres, call me')
  await showNew(guest)
  const menuOfPost = post(guest, 'Cheap tyres').getByRole('button', { name: /^More, / })
  await menuOfPost.click()
  await guest.getByRole('menuitem', { name: 'Report' }).click()
  const opened = dialog(guest, 'Report this post')
  // Without a reason, the browser asks for one.
  await opened.getByRole('button', { name: 'Report', exact: true }).click()
  await opened.getByRole('textbox').fill('Sold nothing to me')
  await send(guest, 'Report this post', 'Spam')
  await expect(toast(guest, 'Reported to the organiser')).toBeVisible()
  const offer = dialog(guest, 'Mute mira too?')
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(menuOfPost).toBeFocused()

  // By keyboard.
  for (const page of [mira, guest]) await openPost(page)
  await writeComment(mira, 'Nobody else has these')
  const menuOfComment = guest.getByRole('button', { name: 'Comment menu, mira' })
  await menuOfComment.press('Enter')
  for (const key of ['End', 'Enter']) await guest.keyboard.press(key)
  const reasons = dialog(guest, 'Report this comment').getByRole('radio')
  await expect(reasons.first()).toBeFocused()
  for (const key of ['Space', 'ArrowDown', 'Enter']) await guest.keyboard.press(key)
  await expect(offer.getByRole('button', { name: 'Not now' })).toBeFocused()
  await guest.keyboard.press('Enter')
  await expect(menuOfComment).toBeFocused()

  await guest.getByRole('link', { name: 'mira', exact: false }).first().click()
  const reportMira = async (reason: string) => {
    await guest.getByRole('button', { name: 'Profile menu, mira' }).click()
    await guest.getByRole('menuitem', { name: 'Report mira' }).click()
    await send(guest, 'Report mira', reason)
  }
  await reportMira("Someone else's picture")
  await offer.getByRole('button', { name: 'Mute mira' }).click()
  await expect(guest.getByText('You muted mira')).toBeVisible()
  // Who is muted is not offered again.
  await reportMira('Spam')
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(async () => JSON.parse(await club.run('reports', '--json')))
    .toMatchObject([
      { what: 'person', of: 'mira', reason: "someone else's picture" },
      { what: 'comment', of: 'mira', reason: 'insult or threat' },
      { what: 'post', of: 'mira', reason: 'spam', reporter: 'guest' },
    ])
})
