// A club's app without a network: what is written then reaches the club later (docs/sync.md).
import type { Page } from 'playwright/test'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { composer, deletePost, logIn } from '../support/actions.ts'
import { expect, NETWORK, posts, writeComment, writePost } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick } from '../support/pictures.ts'
import { press } from '../support/press.ts'
import { goOffline } from '../support/pwa-fixtures.ts'
import {
  changeIn,
  changesDialog,
  expectLine,
  goOnline,
  line,
  openChanges,
  post,
  showNew,
  test,
} from '../support/sync-fixtures.ts'

test('Background Sync sends a post and its pictures while no page is open (R16.10)', async ({
  guest,
  mira,
  club,
}) => {
  await goOffline(guest)
  await pick(guest, [pictureFile(), pictureFile(41), pictureFile(42)])
  await expect(guest.getByText('3 pictures added')).toBeVisible()
  await writePost(guest, 'Sent from my pocket')
  const pictures = (page: Page) =>
    post(page, 'Sent from my pocket').getByRole('img', { name: /^Photo/ })
  await expectShown(pictures(guest).first())
  await expectLine(guest, '1 change is waiting.')
  const devtools = await guest.context().newCDPSession(guest)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  // Its page would synchronize by itself.
  await guest.goto('about:blank')
  await goOnline(guest)
  const tag = 'gearheads-sync'
  const event = { origin: club.url, registrationId, tag, lastChance: false }
  await devtools.send('ServiceWorker.dispatchSyncEvent', event)
  await showNew(mira)
  await expect(pictures(mira)).toHaveCount(3)
  for (const one of await pictures(mira).all()) await expectShown(one)

  // They are still there without the club.
  await guest.context().setOffline(true)
  await guest.goto(club.url)
  await expectShown(pictures(guest).first())
  await expect(guest.getByTitle('Not sent yet')).toHaveCount(0)
})

test('a post that is not here yet (R2.30, R16.23)', async ({ guest, mira, expectErrors }) => {
  await goOffline(mira)
  await writePost(mira, 'Not there yet')
  await post(mira, 'Not there yet')
    .getByRole('link', { name: /^Comments/ })
    .click()
  await mira.waitForURL(/\/post\//)
  const { href } = new URL(mira.url())
  await guest.goto(href)
  await expect(guest.getByRole('heading', { name: "This post doesn't exist" })).toBeVisible()
  await goOnline(mira)
  await expect(guest.getByRole('article').getByText('Not there yet')).toBeVisible()
  await expect(guest.getByRole('region', { name: 'Comments' })).toBeVisible()

  await goOffline(guest)
  // Nobody knows whether it exists.
  await guest.goto(href.replace(/.{12}$/, 'f'.repeat(12)))
  const cutOff = guest.getByRole('heading', { name: 'No connection to the club' })
  await expect(cutOff).toBeVisible()
  await goOnline(guest)
  await expect(guest.getByRole('heading', { name: "This post doesn't exist" })).toBeVisible()
  expectErrors(/\b(404|503)\b/)
})

test('a refused or discarded text becomes a draft (R16.15)', async ({
  guest,
  mira,
  club,
  expectErrors,
}) => {
  await writePost(mira, 'Selling my spare wheels')
  await showNew(guest)
  await goOffline(guest)
  await post(guest, 'Selling my spare wheels')
    .getByRole('link', { name: /^Comments/ })
    .click()
  await writeComment(guest, 'I take all four')
  await deletePost(post(mira, 'Selling my spare wheels'))
  // On her phone it is gone at once, at the club a moment later.
  const atClub = async () => (await fetch(`${club.url}/api/posts`)).text()
  await expect.poll(atClub).not.toContain('Selling my spare wheels')

  await goOnline(guest)
  const report = guest.getByRole('region', { name: /^Messages/ })
  await expect(report).toContainText(/The club refused a change: .*draft on Home\./)
  await expectLine(guest, 'The club refused 1 change.')
  await guest.getByRole('button', { name: 'Show', exact: true }).click()
  const list = changesDialog(guest)
  // A sheet at the bottom of a phone, although it is opened from a notice (R2.35).
  await guest.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => list.evaluate((one) => one.getBoundingClientRect().bottom)).toBe(844)
  await guest.setViewportSize({ width: 1280, height: 720 })
  await expect(changeIn(list)).toContainText(
    /Comment on .*: “I take all four”Refused: .*The text is a draft\./,
  )
  await list.getByRole('button', { name: /^Discard/ }).click()
  await list.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(guest.getByText('The club refused 1 change.')).toHaveCount(0)
  await guest.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(composer(guest)).toHaveValue('I take all four')

  await goOffline(guest)
  await composer(guest).fill('Better not')
  await guest.getByRole('button', { name: 'Vroom' }).click()
  await openChanges(guest)
  await list.getByRole('button', { name: 'Discard: Post: “Better not”' }).click()
  const question = guest.getByRole('dialog', { name: 'Discard this change?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(list.getByText('Nothing is waiting.')).toBeVisible()
  await expect(list.getByRole('button', { name: 'Close', exact: true })).toBeFocused()
  await guest.keyboard.press('Enter')
  await expect(posts(guest).filter({ hasText: 'Better not' })).toHaveCount(0)
  await expect(composer(guest)).toHaveValue('Better not')
  // The screen of the deleted post was open.
  expectErrors(/\b404\b/)
})

test('the line, never over a form; what needs the club (R2.29, R16.10, R16.15)', async ({
  guest,
  mira,
  expectErrors,
}) => {
  await guest.clock.install()
  await guest.setViewportSize({ width: 820, height: 1180 })
  await goOffline(guest)
  await post(guest, 'Brakes: present').getByRole('button', { name: /^Like/ }).click()
  await expectLine(guest, '1 change is waiting.')
  const bar = guest.getByRole('navigation', { name: 'Icon bar' })
  await bar.getByRole('link', { name: 'BookMark' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Bookmarks' })).toBeAttached()
  const show = guest.getByRole('button', { name: 'Show', exact: true })
  const bottom = await show.evaluate((one) => one.getBoundingClientRect().bottom)
  const gap = ((await bar.boundingBox())?.y ?? 0) - bottom
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(60)

  await guest.setViewportSize({ width: 390, height: 844 })
  await bar.getByRole('link', { name: 'Home' }).click()
  const waiting = line(guest, '1 change is waiting.')
  await expect(waiting).toBeVisible()
  for (const control of [composer(guest), guest.getByRole('button', { name: 'Vroom' })]) {
    await control.focus()
    await expect(waiting).toBeHidden()
  }
  // It comes back while the composer keeps the focus.
  await composer(guest).pressSequentially('.')
  await guest.clock.fastForward(6_000)
  await press(guest, show, 'touch')
  await guest.keyboard.press('Escape')
  await guest.setViewportSize({ width: 1280, height: 720 })

  await writePost(guest, 'Never sent')
  const logOut = guest.getByRole('button', { name: 'Logout' }).filter({ visible: true })
  await logOut.click()
  const question = guest.getByRole('dialog', { name: 'Log out and lose unsent work?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(post(guest, 'Never sent')).toBeVisible()
  await logOut.click()
  await question.getByRole('button', { name: 'Log out' }).click()
  // A log-in needs the club: the form says so, and keeps its input.
  await logIn(guest, { username: 'mira', password: seedPasswords.mira })
  await expect(guest.getByText('This needs a connection to the club').first()).toBeVisible()
  await expect(guest.getByLabel('Username')).toHaveValue('mira')
  await goOnline(guest)
  // Attempts are ignored for 3 s after the last one.
  await expect(async () => {
    await guest.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(guest).toHaveURL(/homePage/, { timeout: 1_000 })
  }).toPass()
  await writePost(guest, 'Sent by mira')
  await showNew(mira)
  await expect(post(mira, 'Sent by mira')).toBeVisible()
  await expect(posts(mira).filter({ hasText: 'Never sent' })).toHaveCount(0)
  // The log-in without a network.
  expectErrors(/\b503\b/, NETWORK)
})
